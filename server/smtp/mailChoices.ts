import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Config } from "../config.ts";
import type { Tables } from "../db/tables.ts";

/** The columns of users with the kinds of mails that people may turn off for themselves. */
type MailKind = "alert_mails" | "proposal_mails";

interface ChoiceDeps {
  db: Kysely<Tables>;
  config: Pick<Config, "smtp">;
}

interface MailChoice {
  /** Whether the person wants them. */
  enabled: boolean;
  /** Whether this installation sends any. */
  available: boolean;
}

/** Whether the person `u` gets mails of a kind. An invited user may be the only one to learn of something. */
export function getsMails(kind: MailKind): RawBuilder<boolean> {
  return sql`${sql.ref(`u.${kind}`)} and u.status in ('ACTIVE', 'INVITED')`;
}

export async function readMailChoice(
  { db, config }: ChoiceDeps,
  userId: string,
  kind: MailKind,
): Promise<MailChoice> {
  const row = await db
    .selectFrom("users")
    .select(kind)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { enabled: row[kind], available: config.smtp !== null };
}

/** Stores a choice and returns it. It is a preference, not a change of the record: the version stays. */
export async function chooseMails(
  deps: ChoiceDeps,
  userId: string,
  kind: MailKind,
  { enabled }: Pick<MailChoice, "enabled">,
): Promise<MailChoice> {
  await deps.db
    .updateTable("users")
    .set({ [kind]: enabled })
    .where("user_id", "=", userId)
    .execute();
  return readMailChoice(deps, userId, kind);
}
