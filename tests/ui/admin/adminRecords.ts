import type { OrganizationOverview } from "../../../domain/organizations/overview.ts";
import type { Organization } from "../../../domain/organizations/schemas.ts";
import type { User } from "../../../domain/users/schemas.ts";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { doubles } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { aUser } from "../../support/records.ts";

export const INVITATION_LINK = "https://console.example.com/app/action?oobCode=secret";

const api = doubles.admin;

export function organizationsAre(...organizations: readonly Organization[]): void {
  const byId = (id: number) => found(organizations.find((each) => each.organizationId === id));
  api.answer("GET /organizations", paged(organizations));
  api.answer("GET /organizations/{id}", ({ params }) => byId(params.id));
  api.answer("PATCH /organizations/{id}", ({ params, body }) => changed(byId(params.id), body));
}

/** What the organizations have beside their contracts. */
export function overviewIs(given: Partial<OrganizationOverview> = {}): void {
  const none = { content: [], total: 0 };
  api.answer("GET /organizations/{id}/overview", () => ({
    people: none,
    workspaces: none,
    dictionaries: none,
    entryCount: 0,
    alerts: none,
    ...given,
  }));
  api.answer("GET /audit-events", () => ({ content: [], next: null }));
  waysAre();
}

/** The ways to sign in of every organization: without more, those of one without settings. */
export function waysAre(given: Partial<Ways> = {}): void {
  api.answer("GET /organizations/{id}/ways", () => ways(given));
}

export const ways = (given: Partial<Ways> = {}): Ways => ({
  password: true,
  google: true,
  sso: null,
  domains: [],
  joinOnFirstSignIn: false,
  heldAt: null,
  version: 1,
  ...given,
});

export function usersAre(...users: readonly User[]): void {
  const byId = (id: string) => found(users.find((each) => each.userId === id));
  api.answer("GET /users", paged(users));
  api.answer("GET /users/{id}", ({ params }) => byId(params.id));
  api.answer("PATCH /users/{id}", ({ params, body }) => changed(byId(params.id), body));
  api.answer("GET /users/{id}/workspaces", () => ({ workspaces: [] }));
  api.answer("GET /audit-events", () => ({ content: [], next: null }));
  api.answer("POST /users", ({ body: { email, userName } }) =>
    aUser({ userId: "new", status: "INVITED", email, userName }),
  );
  api.answer("POST /users/{id}/invitation", () => undefined);
  api.answer("POST /users/{id}/invitation/link", () => ({ link: INVITATION_LINK }));
}
