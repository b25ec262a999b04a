import { credentialsOf } from "../../domain/access.ts";
import type { Endpoint } from "../../domain/api/endpoint.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../domain/problems/codes.ts";

/** Whether a POST accepts Idempotency-Key, which belongs to a user. */
export function isKeyed(method: string, { access, idempotencyKey }: Endpoint): boolean {
  return method === "POST" && idempotencyKey !== false && credentialsOf(access).includes("user");
}

export function problemCodesOf(method: string, endpoint: Endpoint): ProblemCode[] {
  const {
    area,
    access,
    params,
    query,
    body,
    mostItems,
    ifMatch,
    lockToken,
    problems = [],
  } = endpoint;
  const kinds: readonly (readonly [boolean, readonly ProblemCode[]])[] = [
    [
      true,
      [
        "BAD_REQUEST",
        "TOO_MANY_REQUESTS",
        "TOO_MANY_AT_ONCE",
        "OVERLOADED",
        "UNAVAILABLE",
        "INTERNAL",
      ],
    ],
    [
      credentialsOf(access).length > 0,
      ["UNAUTHENTICATED", "ACCOUNT_DISABLED", "EMAIL_CHANGED", "FORBIDDEN"],
    ],
    [credentialsOf(access).includes("user"), ["SECOND_FACTOR_REQUIRED"]],
    [area === "admin" || credentialsOf(access).includes("user"), ["ADDRESS_NOT_ALLOWED"]],
    [area === "admin" && method !== "GET", ["CROSS_SITE_REQUEST"]],
    [params !== undefined, ["NOT_FOUND"]],
    [query !== undefined, ["BAD_QUERY"]],
    [
      body !== undefined,
      ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "VALIDATION_FAILED", "OTHER_RELEASE"],
    ],
    [mostItems !== undefined, ["LIMIT_EXCEEDED"]],
    [
      isKeyed(method, endpoint),
      ["IDEMPOTENCY_KEY_REUSED", "REQUEST_IN_PROGRESS", "ANSWER_ROOM_FULL"],
    ],
    [endpoint.idempotencyKey === "secret", ["SECRET_TOLD"]],
    [ifMatch !== undefined, ["STALE_VERSION"]],
    [lockToken === true, ["LOCKED", "LOCK_LOST"]],
  ];
  const codes = new Set([...kinds.flatMap(([is, each]) => (is ? each : [])), ...problems]);
  return PROBLEM_CODES.filter((code) => codes.has(code));
}
