/**
 * The codes of problem+json answers (design 3, Errors). Clients may rely on them; sentences.ts has
 * their Japanese sentences.
 */
export const PROBLEM_CODES = [
  "BAD_REQUEST",
  "BAD_QUERY",
  "UNAUTHENTICATED",
  "ACCOUNT_DISABLED",
  "EMAIL_CHANGED",
  "SIGN_IN_TOO_OLD",
  "FORBIDDEN",
  "CROSS_SITE_REQUEST",
  "NOT_FOUND",
  "EMAIL_EXISTS",
  "PERIOD_OVERLAPS",
  "NAME_EXISTS",
  "DUPLICATE",
  "CONTRACT_HAS_USAGE",
  "ALREADY_COMMITTED",
  "ALREADY_REVERTED",
  "ENTRIES_CHANGED",
  "REQUEST_IN_PROGRESS",
  "STALE_VERSION",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "LIMIT_EXCEEDED",
  "MISDIRECTED_REQUEST",
  "PRECONDITION_REQUIRED",
  "VALIDATION_FAILED",
  "IDEMPOTENCY_KEY_REUSED",
  "EXPORT_LOSSY",
  "CONTRACT_NOT_EDITABLE",
  "CONTRACT_NOT_TERMINABLE",
  "CONTRACT_NOT_TERMINATED",
  "LAST_ORGANIZATION_ADMIN",
  "LAST_SYSTEM_ADMIN",
  "OWN_FLAGS",
  "NOT_INVITED",
  "EMAIL_NOT_CHANGED",
  "LAST_WORKSPACE",
  "TOO_MANY_ENTRIES",
  "DICTIONARY_ROOM_FULL",
  "ENTRY_ROOM_FULL",
  "IMPORT_ROOM_FULL",
  "FILE_UNREADABLE",
  "IMPORT_HAS_ERRORS",
  "NOT_COMMITTED",
  "TOO_LATE",
  "LOCKED",
  "LOCK_LOST",
  "TOO_MANY_REQUESTS",
  "TOO_MANY_AT_ONCE",
  "MAIL_SENT_RECENTLY",
  "ANSWER_ROOM_FULL",
  "EVENT_ROOM_FULL",
  "OVERLOADED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export function isProblemCode(value: unknown): value is ProblemCode {
  return PROBLEM_CODES.some((code) => code === value);
}

/** An error answer of the API: RFC 9457, with a complete Japanese sentence as `message`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  message: string;
  errors?: Record<string, string>;
  requestId: string;
}

/** A contract that overlaps the requested period: part of the body of 409 PERIOD_OVERLAPS. */
export interface PeriodConflict {
  contractId: number;
  startDate: string;
  endDate: string;
}
