import { type Kysely, sql } from "kysely";
import { verifyAudit } from "../audit/service/verifyAudit.ts";
import {
  describeLostEvents,
  describeTotals,
  describeUsage,
  subjectOf,
} from "../commands/reportLines.ts";
import { MONTHS_AHEAD } from "../db/migrate.ts";
import { IdentityUnavailableError } from "../identity/identity.ts";
import { findLostEvents } from "../modules/ledger/queries/ledgerRows.ts";
import { findTotalDifferences, repairTotals } from "../modules/ledger/service/reconcileTotals.ts";
import { findDifferences, isLoss, repairUsage } from "../modules/ledger/service/reconcileUsage.ts";
import {
  findAccountDifferences,
  requestSync,
} from "../modules/people/accounts/reconcileAccounts.ts";
import { type Check, type DoctorDeps, type Finding, reasonNot } from "./runChecks.ts";
import "../modules/serviceKeys/queries.ts";
import { unseenIn } from "../../domain/text/unseen.ts";
import type { Tables } from "../db/tables.ts";

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

/** Texts that people type, by table: its key, the organization where it has one, and the columns. */
const TEXTS = [
  { table: "organizations", key: "organization_id", columns: ["organization_name"] },
  { table: "users", key: "user_id", columns: ["user_name"] },
  {
    table: "contracts",
    key: "contract_id",
    columns: ["admin_name", "memo", "termination_reason"],
  },
  { table: "workspaces", key: "workspace_id", columns: ["workspace_name"] },
  { table: "dictionaries", key: "dictionary_id", columns: ["dictionary_name", "description"] },
  { table: "dictionary_entries", key: "entry_id", columns: ["surface", "note"] },
  { table: "list_views", key: "view_id", columns: ["view_name"] },
  { table: "service_keys", key: "service_key_id", columns: ["name"] },
] as const;

/** What `withoutUnseen` may remove; whether it has a function is found out afterwards. */
const MAY_BE_UNSEEN =
  "[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF]";

/** Texts from before what nobody sees was removed (docs/decisions/096-what-people-see.md). */
export const unseen: Check = {
  name: "invisible characters",
  find: ({ db }) => unseenTexts(db),
};

export async function* unseenTexts(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { table, key, columns } of TEXTS) {
    for (const column of columns) {
      const { rows } = await sql<{ id: string; text: string }>`
          select ${sql.ref(key)}::text as id, ${sql.ref(column)} as text from ${sql.table(table)}
          where ${sql.ref(column)} ~ ${sql.lit(MAY_BE_UNSEEN)} order by 1`.execute(db);
      for (const { id, text } of rows) {
        const found = unseenIn(text);
        if (!found) continue;
        yield {
          what: `${table} ${id}: character ${found.place} of ${column} is invisible (${found.code})`,
          advice: "type the text again in the console, which removes it",
        };
      }
    }
  }
}

/** Names of which one is enough for the rows of a group, to the eye. */
const NAMES = [
  {
    table: "workspaces",
    key: "workspace_id",
    isAlike: sql`o.organization_id = n.organization_id
      and seen_key(o.workspace_name) = seen_key(n.workspace_name)`,
  },
  {
    table: "dictionaries",
    key: "dictionary_id",
    isAlike: sql`o.organization_id = n.organization_id and o.category = n.category
      and seen_key(o.dictionary_name) = seen_key(n.dictionary_name)`,
  },
  {
    table: "list_views",
    key: "view_id",
    isAlike: sql`o.user_id is not distinct from n.user_id and o.list = n.list
      and (n.user_id is not null or o.organization_id is not distinct from n.organization_id)
      and seen_key(o.view_name) = seen_key(n.view_name)`,
  },
] as const;

/** Names and words of before that look like others. */
export const alike: Check = {
  name: "names that look alike",
  find: ({ db }) => alikeNames(db),
};

export async function* alikeNames(db: Kysely<Tables>): AsyncIterable<Finding> {
  for (const { table, key, isAlike } of NAMES) {
    const { rows } = await sql<{ id: string; other: string | null }>`
        select n.${sql.ref(key)}::text as id, (
          select min(o.${sql.ref(key)})::text from ${sql.table(table)} o
          where ${isAlike} and o.${sql.ref(key)} <> n.${sql.ref(key)}
        ) as other
        from ${sql.table(table)} n where n.looks_alike order by n.${sql.ref(key)}`.execute(db);
    for (const { id, other } of rows) {
      if (other === null) {
        const mend = () => unmark(db, table, key, id);
        yield { what: `${table} ${id} is marked as looking like another, which is gone`, mend };
      } else {
        yield {
          what: `the names of ${table} ${id} and ${other} look alike`,
          advice: "rename one of them in the console",
        };
      }
    }
  }
  const { rows } = await sql<{ dictionary: string; entries: string }>`
      select dictionary_id::text as dictionary, string_agg(entry_id::text, ', ' order by entry_id) as entries
      from dictionary_entries
      group by organization_id, dictionary_id, reading, seen_key(surface) having count(*) > 1
      order by organization_id, dictionary_id, min(entry_id)`.execute(db);
  for (const { dictionary, entries } of rows) {
    yield {
      what: `dictionary_entries ${entries} of dictionary ${dictionary} look alike`,
      advice: "delete all but one of them in the console",
    };
  }
}

async function unmark(db: Kysely<Tables>, table: string, key: string, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set looks_alike = false
    where ${sql.ref(key)} = ${id}::bigint`.execute(db);
}
