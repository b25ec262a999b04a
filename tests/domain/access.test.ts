import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACTIONS,
  type Action,
  can,
  credentialsOf,
  keyCan,
  rolesOf,
  SERVICE_SCOPES,
  shownRolesOf,
} from "../../domain/access.ts";

const nobody = { isSystemAdmin: false, isOrganizationAdmin: false, isDictionaryAdmin: false };
const people = {
  systemAdmin: { ...nobody, isSystemAdmin: true },
  organizationAdmin: { ...nobody, isOrganizationAdmin: true },
  dictionaryAdmin: { ...nobody, isDictionaryAdmin: true },
  staff: nobody,
};

/** docs/product/people.md#rights: S system admin, O organization, D dictionary admin, - staff. */
const table: Record<Action, string> = {
  public: "SOD-",
  scim: "",
  "session.create": "SOD-",
  "session.end": "SOD-",
  "admin.me": "S",
  "contract.manage": "S",
  "organization.manage": "S",
  "user.manage": "S",
  "serviceKey.manage": "S",
  "webhook.manage": "S",
  "closing.manage": "S",
  "alert.read": "S",
  "profile.own": "SOD-",
  "ownContract.read": "O",
  "ownAlert.read": "O",
  "statements.read": "O",
  "limits.read": "OD-",
  "member.read": "OD-",
  "member.manage": "O",
  "dictionary.read": "OD-",
  "dictionary.write": "OD",
  "entry.propose": "OD-",
  "lock.break": "O",
  "workspace.read": "OD-",
  "workspace.write": "O",
  "usage.report": "",
  "vocabulary.read": "",
  "event.read": "SOD-",
  "audit.readAll": "S",
  "audit.readOwn": "OD-",
  "view.own": "OD-",
  "view.share": "SO",
};

describe("the table of rights", () => {
  it.each(ACTIONS)("lets these roles alone do %s", (action) => {
    const allowed = [
      can(people.systemAdmin, action) ? "S" : "",
      can(people.organizationAdmin, action) ? "O" : "",
      can(people.dictionaryAdmin, action) ? "D" : "",
      can(people.staff, action) ? "-" : "",
    ];
    expect(allowed.join("")).toBe(table[action]);
  });

  it("gives who has several flags the rights of each", () => {
    const both = { ...nobody, isOrganizationAdmin: true, isDictionaryAdmin: true };
    expect(rolesOf(both)).toEqual(["staff", "dictionaryAdmin", "organizationAdmin"]);
    for (const action of ACTIONS) {
      const either = can(people.organizationAdmin, action) || can(people.dictionaryAdmin, action);
      expect(can(both, action)).toBe(either);
    }
  });

  it("shows 一般 only for who has no other role", () => {
    expect(shownRolesOf(people.staff)).toEqual(["staff"]);
    expect(shownRolesOf(people.dictionaryAdmin)).toEqual(["dictionaryAdmin"]);
    expect(shownRolesOf(people.systemAdmin)).toEqual(["systemAdmin"]);
  });

  it("gives a system admin nothing of an organization, whatever other flags are set", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (isOrganizationAdmin, isDictionaryAdmin) => {
        const flags = { isSystemAdmin: true, isOrganizationAdmin, isDictionaryAdmin };
        expect(rolesOf(flags)).toEqual(["systemAdmin"]);
        expect(can(flags, "member.read")).toBe(false);
      }),
    );
  });

  it("lets those in who have a role that an endpoint names, and asks who they are", () => {
    expect(can(people.dictionaryAdmin, ["organizationAdmin"])).toBe(false);
    expect(can(people.organizationAdmin, ["organizationAdmin"])).toBe(true);
    const members = Object.entries(people).filter(([, flags]) => can(flags, ["staff"]));
    expect(members.map(([role]) => role)).toEqual([
      "organizationAdmin",
      "dictionaryAdmin",
      "staff",
    ]);
    expect(credentialsOf(["staff"])).toEqual(["user"]);
  });

  it("asks for a credential wherever not everybody may", () => {
    const open = ACTIONS.filter((action) => credentialsOf(action).length === 0);
    expect(open).toEqual(["public", "session.create", "session.end"]);
    expect(credentialsOf("usage.report")).toEqual(["serviceKey"]);
    expect(credentialsOf("limits.read")).toEqual(["user", "serviceKey"]);
  });

  it("opens to a service key what its scopes name, and nothing else that is not public", () => {
    for (const action of ACTIONS) {
      const isPublic = credentialsOf(action).length === 0;
      expect(keyCan([], action)).toBe(isPublic);
      for (const scope of SERVICE_SCOPES) {
        expect(keyCan([scope], action)).toBe(isPublic || scope === action);
      }
    }
    expect(keyCan(SERVICE_SCOPES, ["staff"])).toBe(false);
  });
});
