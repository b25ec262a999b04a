import { expect, it } from "vitest";
import { can, type Flags, ROLES, type Role } from "../../../domain/access.ts";
import { adminArea, staffArea } from "../../../mocks/area.ts";
import { adminRoutes, staffRoutes } from "../../../mocks/handlers.ts";
import { routeTable } from "../../support/routeTable.ts";

/** Opened and ended by the mock itself, beside the routes. */
const SESSION = /\/session$/;

const none: Flags = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };
const flags: Record<Role, Flags> = {
  systemAdmin: { ...none, isSystemAdmin: true },
  organizationAdmin: { ...none, isOrganizationAdmin: true },
  dictionaryAdmin: { ...none, isDictionaryAdmin: true },
  staff: none,
};

const mocked = [
  ...staffRoutes.map((route) => ({ ...route, base: staffArea.base })),
  ...adminRoutes.map((route) => ({ ...route, base: adminArea.base })),
].map(({ method, base, path, access }): [string, Role[]] => [
  `${method.toUpperCase()} ${base}${path}`,
  ROLES.filter((role) => can(flags[role], access)),
]);

it("mocks every route of the API that a console calls, for the same people", () => {
  const served = Object.entries(routeTable)
    .filter(([route]) => /\/api\/v1\//.test(route) && !SESSION.test(route))
    .map(([route, { may }]) => [route, may === "anyone" ? may : [...may]]);
  expect(new Map(mocked)).toEqual(new Map(served.map(([route, may]) => [route, may])));
});
