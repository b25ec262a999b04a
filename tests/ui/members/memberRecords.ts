import type { User } from "../../../domain/users/schemas.ts";
import { doubles } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { aProfile, aUser, limits } from "../../support/records.ts";
import { INVITATION_LINK } from "../admin/adminRecords.ts";

const api = doubles.staff;

/** Who is signed in to the staff area unless a test says otherwise. */
export const admin = aProfile({
  userId: "admin",
  userName: "組織 管理",
  email: "orgadmin@example.com",
  isOrganizationAdmin: true,
});

/** The API of an organization with these members; writes change them. */
export function membersAre(members: readonly User[], profile = admin): void {
  const users = new Map(members.map((user) => [user.userId, user]));
  api.answer("GET /users/me", () => profile);
  api.answer("GET /contracts/limits", () => limits());
  api.answer("GET /users", (asked) => paged([...users.values()])(asked));
  api.answer("GET /users/{id}", ({ params }) => found(users.get(params.id)));
  api.answer("PATCH /users/{id}", ({ params, body }) => {
    const after = changed(found(users.get(params.id)), body);
    users.set(after.userId, after);
    return after;
  });
  api.answer("GET /users/{id}/workspaces", () => ({ workspaces: [] }));
  api.answer("GET /audit-events", () => ({ content: [], next: null }));
  api.answer("POST /users", ({ body: { email, userName } }) =>
    aUser({ userId: "new", status: "INVITED", email, userName }),
  );
  api.answer("POST /users/{id}/invitation", () => undefined);
  api.answer("POST /users/{id}/invitation/link", () => ({ link: INVITATION_LINK }));
}
