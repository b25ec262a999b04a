import { type User, user } from "../../domain/users/schemas.ts";
import type { Answer } from "./apiClient.ts";
import { someEmail } from "./people.ts";

export const USERS = "/admin/api/v1/users";
export const MEMBERS = "/api/v1/users";
export const PROFILE = "/api/v1/users/me";

/** A body for POST /users that invites into an organization. */
export function newUser(input: object = {}) {
  return { email: someEmail("invited"), userName: "髙橋 美咲", ...input };
}

/** The user in an answer; throws if it is none. */
export function userOf({ body }: Pick<Answer, "body">): User {
  return user.parse(body);
}

/** The names on a page of users, in their order. */
export function namesOf({ body }: Pick<Answer, "body">): string[] {
  return user
    .array()
    .parse(Reflect.get(Object(body), "content"))
    .map(({ userName }) => userName);
}
