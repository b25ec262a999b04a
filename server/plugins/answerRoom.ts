import { addHours, differenceInSeconds } from "date-fns";
import type { Kysely } from "kysely";
import { answerRoom, LEAST_ANSWER_ROOM } from "../../domain/organizations/room.ts";
import { roomSentences } from "../../domain/organizations/roomSentences.ts";
import { waitOf } from "../../domain/problems/sentences.ts";
import type { Tables } from "../db/tables.ts";
import { answerRoomFull, type ProblemError } from "../problem.ts";
import { ANSWER_HOURS, importBytes } from "../room/keptBytes.ts";
import type { AnswerUse, Claim, UseAtClaim } from "./idempotencyQueries.ts";

/** Refuses a request whose answer would find no room: 429 until the first answers are deleted. */
export async function refuseWithoutRoom(
  db: Kysely<Tables>,
  claim: Claim,
  use: UseAtClaim,
): Promise<void> {
  const atLeastOne = { ofUser: use.ofUser + 1, ofOrganization: use.ofOrganization + 1 };
  await refuseBeyond(db, claim, use, atLeastOne);
}

/**
 * Refuses an answer that takes more than the room. `stored` is what the answers of the claim's hour
 * take up, which are held until the end of the transaction; so room is held by many at once too.
 */
export async function refuseStored(
  db: Kysely<Tables>,
  claim: Claim,
  use: UseAtClaim,
  stored: AnswerUse,
): Promise<void> {
  await refuseBeyond(db, claim, use, {
    ofUser: use.earlierOfUser + stored.ofUser,
    ofOrganization: use.earlierOfOrganization + stored.ofOrganization,
  });
}

async function refuseBeyond(
  db: Kysely<Tables>,
  { organizationId, claimedAt }: Claim,
  { firstOfUser, firstOfOrganization }: UseAtClaim,
  { ofUser, ofOrganization }: AnswerUse,
): Promise<void> {
  // Most requests need no look at the imports.
  const fits =
    ofUser <= LEAST_ANSWER_ROOM.ofUser && ofOrganization <= LEAST_ANSWER_ROOM.ofOrganization;
  if (fits) return;
  const room = answerRoom(organizationId === 0 ? 0 : await importBytes(db, organizationId));
  if (ofUser > room.ofUser)
    throw full(claimedAt, firstOfUser, room.ofUser, roomSentences.answersOfUser);
  if (ofOrganization > room.ofOrganization) {
    const sentence = roomSentences.answersOfOrganization;
    throw full(claimedAt, firstOfOrganization, room.ofOrganization, sentence);
  }
}

function full(
  at: Date,
  first: Date | null,
  bytes: number,
  sentence: (wait: string, bytes: number) => string,
): ProblemError {
  // An hour leaves once the last of its answers is old enough to be deleted.
  const freeAt = addHours(first ?? at, ANSWER_HOURS + 1);
  const seconds = Math.max(1, differenceInSeconds(freeAt, at, { roundingMethod: "ceil" }));
  return answerRoomFull(seconds, sentence(waitOf(seconds), bytes));
}
