import { type Kysely, sql, type Transaction } from "kysely";
import { recordEvent } from "../audit/recordEvent.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../context.ts";
import type { Tables } from "../db/tables.ts";
import { sendJob } from "../jobs/queues.ts";
import { endLocksOf } from "../modules/locks/service/endLock.ts";
import { changeOrganization, readOrganization } from "../modules/organizations/service.ts";
import { lockUser, publishUser } from "../modules/people/queries.ts";
import { endSignIns } from "../modules/people/session/endSignIns.ts";
import { findUser, presentUser, updateUser } from "../modules/people/users/queries/users.ts";
import { findRestoredDifferences } from "./accountList.ts";
import "../modules/serviceKeys/queries.ts";
import { releaseWays } from "../modules/ways/service/changeWays.ts";
import { receiverRules } from "../modules/webhooks/service/receiverAddress.ts";
import { changeWebhook } from "../modules/webhooks/service/webhooks.ts";

/**
 * Disables here who is disabled at the identity service, unless that was done meanwhile. Also the last
 * admin: one who was invited since may have taken over. Returns how many. Throws IdentityUnavailableError.
 */
export async function adoptDisabled(deps: Pick<Deps, "db" | "identity" | "now">): Promise<number> {
  let adopted = 0;
  for (const difference of await findRestoredDifferences(deps)) {
    if (difference.kind !== "wouldEnable") continue;
    if (await disable(deps, difference.row.user_id)) adopted += 1;
  }
  return adopted;
}

function disable({ db, now }: Pick<Deps, "db" | "now">, userId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const row = await findUser(trx, userId);
    if (!row || row.status === "DISABLED") return false;
    const at = now();
    const changed = {
      ...row,
      status: "DISABLED" as const,
      enabled_status: row.status,
      version: row.version + 1,
      updated_at: at,
    };
    await updateUser(trx, changed);
    const { organization_id: organizationId } = row;
    if (organizationId !== null) {
      await endLocksOf(trx, { organizationId, userIds: [userId] }, userId);
    }
    await endSignIns(trx, [userId], at);
    await publishUser(trx, changed, { before: presentUser(row), after: presentUser(changed) });
    return true;
  });
}

/** Lets accounts follow the database again; the comparison of all comes at once. */
export async function releaseRepair(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("restores").set({ held: false }).execute();
    await sendJob(trx, "reconcileAccounts", {});
  });
}

interface ReleaseDeps {
  config: Config;
  db: Kysely<Tables>;
  now: () => Date;
}

/** A record that waits after a restore: what it is known by, and what tells it from others. */
interface HeldRecord {
  id: number;
  name: string;
  detail: string;
}

/** What of a table waits after a restore until an operator, or an admin, lets it go on. */
interface HeldKind {
  /** The heading of the list, which names the option that releases them. */
  heading: string;
  hold: (trx: Transaction<Tables>, at: Date) => Promise<number>;
  find: (db: Kysely<Tables>) => Promise<HeldRecord[]>;
  release: (deps: ReleaseDeps, record: HeldRecord) => Promise<void>;
  noun: string;
  /** What is said of one that was released, after its noun. */
  released: string;
}

const timeOf = (at: Date | null) => at?.toISOString() ?? "never";

const keys: HeldKind = {
  heading: "Held keys, which are answered 401; --keep-keys lets those work that nobody revoked:",
  noun: "Key",
  released: "works again",
  hold: async (trx, at) => {
    const { numUpdatedRows } = await trx
      .updateTable("service_keys")
      .set({ held_at: at })
      .where("revoked_at", "is", null)
      .where("held_at", "is", null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },
  find: async (db) => {
    const found = await db
      .selectFrom("service_keys")
      .select(["service_key_id as id", "name", "prefix", "last_used_at"])
      .where("held_at", "is not", null)
      .where("revoked_at", "is", null)
      .orderBy("service_key_id")
      .execute();
    return found.map(({ id, name, prefix, last_used_at: used }) => ({
      id,
      name,
      detail: `${prefix}…, last used ${timeOf(used)}`,
    }));
  },
  release: ({ db }, { id, name }) =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable("service_keys")
        .set({ held_at: null })
        .where("service_key_id", "=", id)
        .execute();
      await recordEvent(trx, { organizationId: null, target: { kind: "serviceKey", id, name } });
    }),
};

/** Held receivers are paused, so that all that looks at a pause holds for them. Those that were stay it. */
const webhooks: HeldKind = {
  heading:
    "Held webhooks, which are told nothing; --keep-webhooks lets those go on that nobody deleted or paused, and whose secret nobody replaced:",
  noun: "Webhook",
  released: "is told of changes again",
  hold: async (trx, at) => {
    const { numAffectedRows = 0n } = await sql`
      update webhooks set held_at = ${at}, paused_at = ${at}, failing_since = null, failures = 0,
        next_try_at = null, version = version + 1, updated_at = ${at}
      where paused_at is null`.execute(trx);
    return Number(numAffectedRows);
  },
  find: async (db) => {
    const found = await db
      .selectFrom("webhooks")
      .select(["webhook_id as id", "url", "created_at"])
      .where("held_at", "is not", null)
      .orderBy("webhook_id")
      .execute();
    return found.map(({ id, url, created_at }) => ({
      id,
      name: new URL(url).host,
      detail: `registered ${timeOf(created_at)}`,
    }));
  },
  release: async ({ config, ...deps }, { id: webhookId }) => {
    const target = { webhookId, ifMatch: undefined };
    await changeWebhook(deps, receiverRules({ config, receiverLimits: undefined }), target, {
      paused: false,
    });
  },
};

const addresses: HeldKind = {
  heading:
    "Held address limits, of organizations whose users are answered 403; --keep-addresses lets them in from where these limits say:",
  noun: "Organization",
  released: "is open to its users again",
  hold: async (trx, at) => {
    const { numAffectedRows = 0n } = await sql`
      update organizations set addresses_held_at = ${at}, version = version + 1, updated_at = ${at}
      where addresses_held_at is null`.execute(trx);
    return Number(numAffectedRows);
  },
  find: async (db) => {
    const found = await db
      .selectFrom("organizations")
      .select(["organization_id as id", "organization_name as name", "allowed_addresses"])
      .where("addresses_held_at", "is not", null)
      .orderBy("organization_id")
      .execute();
    return found.map(({ id, name, allowed_addresses: allowed }) => ({
      id,
      name,
      detail: allowed.length === 0 ? "no limit" : allowed.join(", "),
    }));
  },
  release: async (deps, { id: organizationId }) => {
    const { allowedAddresses } = await readOrganization(deps, organizationId);
    await changeOrganization(deps, { organizationId, ifMatch: undefined }, { allowedAddresses });
  },
};

/** The identity provider of an organization may have been changed or taken away since. */
const ways: HeldKind = {
  heading:
    "Held single sign-on, whose sign-ins are answered 401; --keep-ways admits the identity providers that are listed:",
  noun: "Organization",
  released: "signs in by single sign-on again",
  hold: async (trx, at) => {
    const { numAffectedRows = 0n } = await sql`
      update sign_in_ways set held_at = ${at}, version = version + 1, updated_at = ${at}
      where held_at is null and provider_id is not null`.execute(trx);
    return Number(numAffectedRows);
  },
  find: async (db) => {
    const { rows } = await sql<{ id: number; name: string; detail: string }>`
      select organization_id as id, organization_name as name, w.provider_id || ', '
        || coalesce(w.provider ->> 'idpEntityId', w.provider ->> 'issuer') as detail
      from sign_in_ways w join organizations using (organization_id)
      where w.held_at is not null order by organization_id`.execute(db);
    return rows;
  },
  release: (deps, { id }) => releaseWays(deps, id),
};

export const HELD_NAMES = ["keys", "webhooks", "addresses", "ways"] as const;
/** The end of the option that releases them, `--keep-<name>`. */
export type HeldName = (typeof HELD_NAMES)[number];
export const HELD: Readonly<Record<HeldName, HeldKind>> = {
  keys,
  webhooks,
  addresses,
  ways,
};

/** Lets what waits go on: the records of `ids`, or all. Returns which. */
export async function release(
  deps: ReleaseDeps,
  name: HeldName,
  ids: readonly number[] | "all",
): Promise<HeldRecord[]> {
  const kind = HELD[name];
  const found = (await kind.find(deps.db)).filter(({ id }) => ids === "all" || ids.includes(id));
  for (const record of found) await kind.release(deps, record);
  return found;
}
