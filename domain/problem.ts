/**
 * The codes that problem+json answers carry (design 3, Errors). Clients may rely on them;
 * the Japanese sentences that go with them stand in sentences.ts.
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
  "REQUEST_IN_PROGRESS",
  "STALE_VERSION",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "LIMIT_EXCEEDED",
  "MISDIRECTED_REQUEST",
  "PRECONDITION_REQUIRED",
  "VALIDATION_FAILED",
  "IDEMPOTENCY_KEY_REUSED",
  "CONTRACT_NOT_EDITABLE",
  "CONTRACT_NOT_TERMINABLE",
  "CONTRACT_NOT_TERMINATED",
  "LAST_ORGANIZATION_ADMIN",
  "LAST_SYSTEM_ADMIN",
  "OWN_FLAGS",
  "NOT_INVITED",
  "EMAIL_NOT_CHANGED",
  "LAST_WORKSPACE",
  "LOCKED",
  "LOCK_LOST",
  "TOO_MANY_REQUESTS",
  "MAIL_SENT_RECENTLY",
  "OVERLOADED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export function isProblemCode(value: unknown): value is ProblemCode {
  return PROBLEM_CODES.some((code) => code === value);
}

/** An error answer of the API: RFC 9457 with a finished Japanese sentence as `message`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  message: string;
  errors?: Record<string, string>;
  requestId: string;
}

/** A contract whose period is in the way of another's, as 409 PERIOD_OVERLAPS names it. */
export interface PeriodConflict {
  contractId: number;
  startDate: string;
  endDate: string;
}
