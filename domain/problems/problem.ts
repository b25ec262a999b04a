import type { StoredContract } from "../contractImports/schemas.ts";
import type { DictionaryLock, LockRelease } from "../dictionaries/schemas.ts";
import type { ExportLosses } from "../files/schemas.ts";
import type { ChangedEntry, FormatCandidate } from "../imports/schemas.ts";
import type { LimitName, ProblemCode } from "./codes.ts";

export interface PeriodConflict {
  contractId: number;
  startDate: string;
  endDate: string;
}

/** Where a file could not be read: the reason, and the line if it is known. */
interface FileFault {
  code: string;
  line: number | null;
  /** The formats among which a person has to choose. */
  candidates?: FormatCandidate[] | undefined;
}

/** A record as reading it answers now; `domain/api` has its fields. */
export interface StaleRecord {
  version: number;
  [field: string]: unknown;
}

interface ReachedLimit {
  limit: LimitName;
}

/** What problems of these codes say beside the members of every problem. */
export interface ProblemExtras {
  /** Missing where the database alone refused it. */
  PERIOD_OVERLAPS: { conflicts?: PeriodConflict[] | undefined };
  /** The entry that is there already. */
  ENTRY_EXISTS: { entryId: number };
  /** The open proposal of the same; one of another person may not be readable. */
  PROPOSAL_EXISTS: { proposalId: number };
  /** Up to 100 entries that keep an import from being undone. */
  ENTRIES_CHANGED: { entries: ChangedEntry[] };
  /** Up to 100 contracts that keep an import from being undone. */
  UNDO_REFUSED: { contracts: StoredContract[] };
  /** The record as reading it answers now, and who changed it last, if the audit log says so. */
  STALE_VERSION: { current: StaleRecord; changedBy: { name: string; at: string } | null };
  EXPORT_LOSSY: ExportLosses;
  FILE_UNREADABLE: { file: FileFault };
  /** `file` if the limit is one of files. */
  LIMIT_EXCEEDED: { file?: FileFault | undefined };
  LOCKED: { lock: DictionaryLock };
  /** Who or what ended the lock, if it did not expire. */
  LOCK_LOST: { release?: LockRelease | undefined };
  TOO_MANY_REQUESTS: ReachedLimit;
  TOO_MANY_AT_ONCE: ReachedLimit;
  MAIL_SENT_RECENTLY: ReachedLimit;
  ANSWER_ROOM_FULL: ReachedLimit;
  EVENT_ROOM_FULL: ReachedLimit;
  OVERLOADED: ReachedLimit;
}

export type ExtrasOf<Code extends ProblemCode> = Code extends keyof ProblemExtras
  ? ProblemExtras[Code]
  : unknown;

interface ProblemMembers<Code> {
  type: string;
  title: string;
  status: number;
  code: Code;
  message: string;
  /** A sentence per invalid field; nested paths are joined by dots. */
  errors?: Record<string, string>;
  requestId: string;
}

type ProblemOf<Code extends ProblemCode> = ProblemMembers<Code> & ExtrasOf<Code>;

/** An error answer of the API: RFC 9457, with a complete Japanese sentence as `message`. */
export type Problem = { [Code in ProblemCode]: ProblemOf<Code> }[ProblemCode];
