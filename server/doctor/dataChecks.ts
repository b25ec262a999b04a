import { sql } from "kysely";
import { verifyAudit } from "../audit/service/verifyAudit.ts";
import {
  describeLostEvents,
  describeTotals,
  describeUsage,
  subjectOf,
} from "../commands/reportLines.ts";
import { MONTHS_AHEAD } from "../db/migrate.ts";
import { IdentityUnavailableError } from "../identity/identity.ts";
import { findLostEvents } from "../modules/ledger/queries/months.ts";
import { findTotalDifferences, repairTotals } from "../modules/ledger/service/reconcileTotals.ts";
import { findDifferences, isLoss, repairUsage } from "../modules/ledger/service/reconcileUsage.ts";
import {
  findAccountDifferences,
  requestSync,
} from "../modules/people/accounts/reconcileAccounts.ts";
import { type Check, type DoctorDeps, reasonNot } from "./runChecks.ts";
import "../modules/serviceKeys/queries.ts";

/** Whether anyone can sign in where single sign-on is required and its identity provider is away. */
export const breakGlass: Check<Pick<DoctorDeps, "db">> = {
  name: "organization admins who keep the password",
  async *find({ db }) {
    const { rows } = await sql<{ organization_id: number; organization_name: string }>`
      select organization_id, organization_name
      from sign_in_ways w join organizations using (organization_id)
      where w.required and not exists (
        select from users u where u.user_id = any(w.break_glass_user_ids)
          and u.is_organization_admin and u.status = 'ACTIVE')
      order by organization_id`.execute(db);
    for (const { organization_id: id, organization_name: name } of rows) {
      yield {
        what: `organization ${id} (${name}) requires single sign-on, and none of those who keep the password is an active admin`,
        advice: "choose one in the admin area (docs/operations/single-sign-on.md)",
      };
    }
  },
};

/**
 * This month and the next one of the audit log and of the ledger, unless another partition covers them,
 * as the first one of an upgraded database does.
 */
export const months: Check = {
  name: "months of the audit log and of the ledger",
  async *find({ db }) {
    const { rows } = await sql<{ part: string; maker: string }>`
      select part, maker from (values
        ('audit_events', 'make_audit_months'), ('ledger', 'make_ledger_months')
      ) as kept (parent, maker), generate_series(0, 1) as ahead,
      lateral (select date_trunc('month', now() at time zone 'Asia/Tokyo')
        + make_interval(months => ahead)) as m (month),
      lateral (select parent || to_char(month, '_YYYY_MM')) as named (part)
      where to_regclass(part) is null and not exists (
        select from pg_inherits join pg_class on oid = inhrelid,
        lateral (select pg_get_expr(relpartbound, oid)) as bound (range)
        where inhparent = parent::regclass and range <> 'DEFAULT'
          and month at time zone 'Asia/Tokyo' >= coalesce(
            substring(range from 'FROM \\(''([^'']+)''\\)'), '-infinity')::timestamptz
          and month at time zone 'Asia/Tokyo' < coalesce(
            substring(range from 'TO \\(''([^'']+)''\\)'), 'infinity')::timestamptz
      ) order by part`.execute(db);
    for (const { part, maker } of rows) {
      const mend = async () => {
        await sql`select ${sql.ref(maker)}(${MONTHS_AHEAD})`.execute(db);
      };
      yield { what: `the month ${part} is missing`, mend };
    }
  },
};

const PUT_BACK =
  "put the rows of the ledger back (docs/operations/incidents.md#rows-of-the-ledger-are-gone)";

/** A loss is only reported: what is beside the ledger is all that says so. */
export const counters: Check = {
  name: "counters",
  async *find({ db, now }) {
    const lostEvents = await findLostEvents(db);
    let isLost = lostEvents.length > 0;
    for await (const difference of findDifferences(db)) {
      const what = `${subjectOf(difference)}: ${describeUsage(difference)}`;
      if (isLoss(difference, lostEvents)) {
        isLost = true;
        yield { what, advice: PUT_BACK };
      } else yield { what, mend: () => repairUsage({ db, now }, difference) };
    }
    for (const lost of lostEvents) yield { what: describeLostEvents(lost), advice: PUT_BACK };
    const { trend, dayCounts } = describeTotals(await findTotalDifferences(db));
    for (const what of trend) {
      yield isLost ? { what, advice: PUT_BACK } : { what, mend: () => repairTotals(db) };
    }
    for (const what of dayCounts) yield { what, mend: () => repairTotals(db, { trend: !isLost }) };
  },
};

export const accounts: Check = {
  name: "accounts at the identity service",
  async *find(deps) {
    try {
      await deps.identity.ping();
      for await (const difference of findAccountDifferences(deps)) {
        const { row, isPending } = difference;
        // Its request is a finding itself, if no copy of the server takes it.
        if (isPending) continue;
        const what = `the account of user ${row.user_id} differs from our database`;
        yield { what, mend: () => requestSync(deps, difference) };
      }
    } catch (error) {
      if (!(error instanceof IdentityUnavailableError)) throw error;
      yield { what: "accounts were not compared", advice: reasonNot(error) };
    }
  },
};

/** Those of before keys could end, and those that were made so. */
export const keysWithoutEnd: Check = {
  name: "service keys without an end",
  async *find({ db }) {
    const keys = await db
      .selectFrom("service_keys")
      .select(["service_key_id", "name", "prefix"])
      .where("revoked_at", "is", null)
      .where("ends_at", "is", null)
      .orderBy("service_key_id")
      .execute();
    for (const { service_key_id: id, name, prefix } of keys) {
      yield { what: `service key ${id} (${name}, ${prefix}…) has no end`, isNote: true };
    }
  },
};

export const seals: Check = {
  name: "seals of the audit log",
  async *find({ db, now, config }) {
    const { auditRetentionMonths: retentionMonths } = config;
    const { difference, future } = await verifyAudit(db, { now: now(), retentionMonths });
    for (const { organizationId, day, isSealed } of future) {
      yield {
        what: `audit log of organization ${organizationId}, ${day}: a day to come has ${isSealed ? "a seal" : "events"}`,
        advice: "a clock ran ahead (docs/operations/incidents.md#a-clock-ran-ahead)",
      };
    }
    if (!difference) return;
    const { organizationId, day, what } = difference;
    yield {
      what: `audit log of organization ${organizationId}, ${day}: ${what}`,
      advice: "find out who changed it (docs/product/audit.md#verifying)",
    };
  },
};
