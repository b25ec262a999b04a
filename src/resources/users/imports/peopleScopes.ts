import { users } from "../../../i18n/ja/resources/users.ts";

/** Of the admin area and of the staff area: the list of people, and who may change many of them. */
export const PEOPLE_LISTS = {
  users: { to: "/users", name: users.form.list },
  members: { to: "/users", name: users.members.list },
} as const;

export const PEOPLE_RIGHTS = { users: "user.manage", members: "member.manage" } as const;
