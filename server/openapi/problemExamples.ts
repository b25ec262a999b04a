import { lockSentences } from "../../domain/dictionaries/lockSentences.ts";
import type { DictionaryLock, LockRelease } from "../../domain/dictionaries/schemas.ts";
import type { ExportLosses } from "../../domain/files/schemas.ts";
import { lackingSentence } from "../../domain/files/sentences.ts";
import type { ProblemCode } from "../../domain/problems/codes.ts";
import type { PeriodConflict } from "../../domain/problems/problem.ts";
import { fieldSentences, problemSentences } from "../../domain/problems/sentences.ts";
import { userLabels } from "../../domain/users/labels.ts";
import { BODY_LIMIT } from "../bodyLimits.ts";
import {
  badQuery,
  conflict,
  limitReached,
  locked,
  ProblemError,
  payloadTooLarge,
  ruleBroken,
  temporaryFolderFull,
  unavailable,
  validationFailed,
} from "../problem.ts";

const REQUEST_ID = "5f0c1e0a-9d1b-4c39-9a53-6f3c8f4a9e21";

const overlap: PeriodConflict = {
  contractId: 12,
  startDate: "2026-04-01",
  endDate: "2027-03-31",
};
const lock: DictionaryLock = {
  dictionaryId: 7,
  lockedAt: "2026-04-01T05:32:00.000Z",
  lockedBy: "XyzU5p8bCq",
  lockedByName: "佐藤 花子",
  lockExpiresAt: "2026-04-01T05:34:00.000Z",
};
const release: LockRelease = {
  cause: "BROKEN",
  releasedBy: "Ab3kT0wRm1",
  releasedByName: "鈴木 一郎",
  releasedAt: "2026-04-01T05:33:10.000Z",
  reason: "急ぎの修正のため",
};

const losses: ExportLosses = {
  lackingTotal: 1,
  unfitTotal: 0,
  characters: [{ character: "𠮷", count: 1, entryId: 12, surface: "𠮷野", line: 5 }],
  entries: [],
};

/** Problems with more than their code's general sentence. */
const examples: Partial<Record<ProblemCode, ProblemError>> = {
  BAD_QUERY: badQuery({ size: fieldSentences.atMost(100) }),
  NAME_EXISTS: conflict("NAME_EXISTS", {
    errors: { workspaceName: problemSentences.NAME_EXISTS },
  }),
  PERIOD_OVERLAPS: conflict("PERIOD_OVERLAPS", { extra: { conflicts: [overlap] } }),
  PAYLOAD_TOO_LARGE: payloadTooLarge(BODY_LIMIT),
  VALIDATION_FAILED: validationFailed({ userName: fieldSentences.required(userLabels.userName) }),
  EXPORT_LOSSY: ruleBroken("EXPORT_LOSSY", {
    message: lackingSentence("cp932", losses.characters),
    extra: { ...losses },
  }),
  LOCKED: locked("LOCKED", {
    message: lockSentences.heldBy("佐藤 花子", "14:32"),
    extra: { lock },
  }),
  LOCK_LOST: locked("LOCK_LOST", { extra: { release } }),
  TOO_MANY_REQUESTS: limitReached("TOO_MANY_REQUESTS", "requestsPerMinute", 30),
  TOO_MANY_AT_ONCE: limitReached("TOO_MANY_AT_ONCE", "requests", 2),
  MAIL_SENT_RECENTLY: limitReached("MAIL_SENT_RECENTLY", "mails", 45),
  ANSWER_ROOM_FULL: limitReached("ANSWER_ROOM_FULL", "storedAnswers", 7_200),
  EVENT_ROOM_FULL: limitReached("EVENT_ROOM_FULL", "eventsPerDay", 3_600),
  REQUEST_IN_PROGRESS: unavailable("REQUEST_IN_PROGRESS", 1),
  UNAVAILABLE: unavailable(),
  TEMPORARY_FOLDER_FULL: temporaryFolderFull(),
  OVERLOADED: limitReached("OVERLOADED", "server", 2),
};

export function exampleOf(code: ProblemCode) {
  return (examples[code] ?? new ProblemError(code)).body(REQUEST_ID);
}
