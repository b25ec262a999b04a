import { type SqlBool, sql } from "kysely";

/**
 * Over `users u`: who counts as one of the people of an organization
 * (docs/product/people.md#organizations). A withdrawn invitation has left a user who was disabled
 * before the first sign-in.
 */
export const isCounted = sql<SqlBool>`
  (u.enabled_status is distinct from 'INVITED' and u.erased_at is null)`;
