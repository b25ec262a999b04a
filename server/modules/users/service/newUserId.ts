import { randomUUID } from "node:crypto";

/** An id for a user to be invited; the identity service keeps it as its uid. */
export function newUserId(): string {
  return randomUUID();
}
