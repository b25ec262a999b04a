import { describe, expect, it } from "vitest";
import type { Flags } from "../../../domain/access.ts";
import type { Area } from "../../../domain/api/endpoint.ts";
import { canAccessResource } from "../../../src/providers/signIn/userProfile.ts";

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

function who(area: Area, resource: string, action: string): string[] {
  return Object.entries(people)
    .filter(([, flags]) => canAccessResource(area, flags, { resource, action }))
    .map(([role]) => role);
}

describe("the screens of the admin area", () => {
  it.each([
    ["contracts", ["list", "export", "show", "create", "edit", "delete"]],
    ["organizations", ["list", "show", "edit"]],
    ["users", ["list", "show", "create", "edit"]],
  ])("are for system admins alone: %s", (resource, actions) => {
    for (const action of actions) {
      expect(who("admin", resource, action), action).toEqual(["systemAdmin"]);
    }
  });

  it("offer to nobody what no endpoint does", () => {
    expect(who("admin", "organizations", "create")).toEqual([]);
    expect(who("admin", "users", "delete")).toEqual([]);
    expect(who("admin", "contracts", "constructor")).toEqual([]);
  });
});

describe("the screens of the staff area", () => {
  it("show the own contract to organization admins, and let none of them write it", () => {
    expect(who("staff", "contracts", "list")).toEqual(["organizationAdmin"]);
    expect(who("staff", "contracts", "edit")).toEqual([]);
  });

  it("show members to all and let organization admins manage them", () => {
    const members = ["organizationAdmin", "dictionaryAdmin", "staff"];
    expect(who("staff", "users", "list")).toEqual(members);
    expect(who("staff", "users", "create")).toEqual(["organizationAdmin"]);
  });

  it("let dictionary and organization admins write dictionaries", () => {
    expect(who("staff", "dictionaries", "show")).toHaveLength(3);
    expect(who("staff", "dictionaries", "edit")).toEqual(["organizationAdmin", "dictionaryAdmin"]);
  });

  it("let organization admins write workspaces", () => {
    expect(who("staff", "workspaces", "list")).toHaveLength(3);
    expect(who("staff", "workspaces", "delete")).toEqual(["organizationAdmin"]);
  });

  it("hold nothing that no table names", () => {
    expect(who("staff", "organizations", "list")).toEqual([]);
    expect(who("staff", "constructor", "list")).toEqual([]);
  });
});
