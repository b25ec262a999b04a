import { subHours } from "date-fns";
import { type Kysely, sql, type Transaction } from "kysely";
import { erasedEmail } from "../../../../domain/erasing/erased.ts";
import { eraseFromLog } from "../../../audit/service/eraseFromLog.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";

interface ErasedRow {
  user_id: string;
  erased_number: number;
}

async function findErasedSince(db: Kysely<Tables>, since: Date): Promise<ErasedRow[]> {
  const { rows } = await sql<ErasedRow>`
    select user_id, erased_number from users where erased_at >= ${since}`.execute(db);
  return rows;
}

async function forgetAnswersOf(
  trx: Transaction<Tables>,
  userIds: readonly string[],
): Promise<void> {
  await sql`delete from idempotency_keys where user_id = any(${userIds}::text[])`.execute(trx);
}

/** Longer than any request takes. */
const HOURS = 1;

/**
 * Erases what requests have written that had begun before the erasing of their person: the events of the
 * log that they leave, with the name of before, and their stored answers.
 */
export async function eraseLate({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const rows = await findErasedSince(db, subHours(now(), HOURS));
  if (rows.length === 0) return;
  const people = rows.map(({ user_id: userId, erased_number: number }) => ({
    userId,
    number,
    email: erasedEmail(number),
    names: [],
  }));
  await db.transaction().execute(async (trx) => {
    await forgetAnswersOf(
      trx,
      people.map(({ userId }) => userId),
    );
    await eraseFromLog(trx, people, { organizationId: 0, kinds: null });
  });
}
