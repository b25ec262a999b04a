import type { Kysely } from "kysely";
import { lockSentences } from "../../../../domain/dictionaries/sentences.ts";
import { formatTime } from "../../../../domain/text/dates.ts";
import type { Tables } from "../../../db/tables.ts";
import type { LockTokenHash } from "../../../plugins/lockToken.ts";
import { locked, type ProblemError } from "../../../problem.ts";
import { presentHolder, presentRelease } from "../present.ts";
import type { DictionaryKey, Holder } from "../queries/locks.ts";
import { findRelease } from "../queries/releases.ts";

/** 423 for a dictionary locked by another user or tab; `lock` names the holder. */
export function lockedBy(
  holder: Holder,
  { dictionaryId, userId }: { dictionaryId: number; userId: string },
): ProblemError {
  return locked("LOCKED", {
    message: heldSentence(holder, userId),
    extra: { lock: { dictionaryId, ...presentHolder(holder) } },
  });
}

/** Why a user cannot write a dictionary without the token of its lock. */
export function heldSentence(holder: Holder, userId: string): string {
  return holder.locked_by === userId
    ? lockSentences.ownOtherTab
    : lockSentences.heldBy(holder.locked_by_name, formatTime(holder.locked_at));
}

/** 423 for a token whose lock has ended; `release` says who ended it and why, or who has got it. */
export async function lockLost(
  db: Kysely<Tables>,
  key: DictionaryKey,
  token: LockTokenHash,
): Promise<ProblemError> {
  const row = await findRelease(db, key, token);
  const release = row && presentRelease(row);
  return locked("LOCK_LOST", release ? { extra: { release } } : {});
}
