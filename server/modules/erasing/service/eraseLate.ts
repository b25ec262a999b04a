import { subHours } from "date-fns";
import { erasedEmail } from "../../../../domain/erasing/erased.ts";
import { eraseFromLog } from "../../../audit/service/eraseFromLog.ts";
import type { Deps } from "../../../context.ts";
import { findErasedSince, forgetAnswersOf } from "../queries/late.ts";

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
