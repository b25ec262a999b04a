import type { z } from "zod";
import type { CapCheck, capCheckQuery } from "../../../../domain/contracts/schemas.ts";
import { addDays, addMonths, tokyoDate } from "../../../../domain/text/dates.ts";
import { dayBeyond } from "../../../../domain/usage/caps.ts";
import type { Deps } from "../../../context.ts";
import { countBeyond, findUseOfDays } from "../queries/useOfDays.ts";

const MONTHS = 12;

/**
 * What caps would have refused of the use of the last 12 months, in Tokyo, as if they were one
 * contract (docs/product/contracts.md#caps). From the first transcript beyond a cap on all count as
 * refused, although a shorter one might still have fitted.
 */
export async function checkCaps(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId, maxTranscriptCount, maxTranscriptMinutes }: z.infer<typeof capCheckQuery>,
): Promise<CapCheck> {
  const to = tokyoDate(now());
  const from = addDays(addMonths(to, -MONTHS), 1);
  const days = await findUseOfDays(db, organizationId, { from, to });
  const transcriptCount = days.reduce((sum, day) => sum + day.transcriptCount, 0);
  const beyond = dayBeyond(days, {
    maxTranscriptCount: maxTranscriptCount ?? null,
    maxTranscriptMinutes: maxTranscriptMinutes ?? null,
  });
  if (!beyond) return { from, to, transcriptCount, refusedCount: 0, firstDate: null };
  const { date, left, later } = beyond;
  const refused = later + (await countBeyond(db, organizationId, { date, left }));
  return { from, to, transcriptCount, refusedCount: Math.max(refused, 1), firstDate: date };
}
