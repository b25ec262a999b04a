import { describe, expect, it } from "vitest";
import type { Flags } from "../../../domain/access.ts";
import {
  adminRights,
  canAccessResource,
  staffRights,
} from "../../../src/providers/resourceAccess.ts";

const nobody: Flags = {
  isSystemAdmin: false,
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
};
const people = {
  systemAdmin: { ...nobody, isSystemAdmin: true },
  organizationAdmin: { ...nobody, isOrganizationAdmin: true },
  dictionaryAdmin: { ...nobody, isDictionaryAdmin: true },
  staff: nobody,
};

function who(rights: typeof adminRights, resource: string, action: string): string[] {
  return Object.entries(people)
    .filter(([, flags]) => canAccessResource(rights, flags, { resource, action }))
    .map(([role]) => role);
}

describe("the screens of the admin area", () => {
  it.each(["contracts", "organizations", "users"])(
    "are for system admins alone: %s",
    (resource) => {
      for (const action of ["list", "show", "create", "edit", "delete", "terminate", "export"]) {
        expect(who(adminRights, resource, action)).toEqual(["systemAdmin"]);
      }
    },
  );
});

describe("the screens of the staff area", () => {
  it("show the own contract to organization admins, and let none of them write it", () => {
    expect(who(staffRights, "contracts", "list")).toEqual(["organizationAdmin"]);
    expect(who(staffRights, "contracts", "edit")).toEqual(["systemAdmin"]);
  });

  it("show members to all and let organization admins manage them", () => {
    const members = ["organizationAdmin", "dictionaryAdmin", "staff"];
    expect(who(staffRights, "users", "list")).toEqual(members);
    expect(who(staffRights, "users", "create")).toEqual(["organizationAdmin"]);
  });

  it("let dictionary and organization admins write dictionaries", () => {
    expect(who(staffRights, "dictionaries", "show")).toHaveLength(3);
    expect(who(staffRights, "dictionaries", "edit")).toEqual([
      "organizationAdmin",
      "dictionaryAdmin",
    ]);
  });

  it("let organization admins write workspaces", () => {
    expect(who(staffRights, "workspaces", "list")).toHaveLength(3);
    expect(who(staffRights, "workspaces", "delete")).toEqual(["organizationAdmin"]);
  });

  it("hold nothing that no table names", () => {
    expect(who(staffRights, "organizations", "list")).toEqual([]);
    expect(who(staffRights, "constructor", "list")).toEqual([]);
  });
});
