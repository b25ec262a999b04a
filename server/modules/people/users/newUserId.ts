import { randomUUID } from "node:crypto";

/** An id for a new user, which is also the uid at the identity service. */
export function newUserId(): string {
  return randomUUID();
}
