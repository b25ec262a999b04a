import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesOfPeople } from "../../domain/bulkSentences.ts";
import { effectOn, USER_ACTIONS, WORKSPACE_ACTIONS } from "../../domain/users/bulk.ts";
import {
  changesOf,
  changesRights,
  lastAdmins,
  officeOf,
  type UserState,
  userErrors,
} from "../../domain/users/edit.ts";
import { USER_STATUSES } from "../../domain/users/rules.ts";
import type { User } from "../../domain/users/schemas.ts";

const member: UserState = {
  organizationId: 1,
  isSystemAdmin: false,
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
  status: "ACTIVE",
};

const user: User = {
  ...member,
  userId: "u",
  organizationName: "組織",
  email: "u@example.com",
  userName: "山田 花子",
  userNameKana: null,
  identityPending: false,
  mailPending: false,
  invitationEndsAt: null,
  identityError: null,
  managedBy: null,
  managedRoles: [],
  erasedAt: null,
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
};

const state = fc.record({
  organizationId: fc.constantFrom(0, 1),
  isSystemAdmin: fc.boolean(),
  isOrganizationAdmin: fc.boolean(),
  isDictionaryAdmin: fc.boolean(),
  status: fc.constantFrom(...USER_STATUSES),
});

describe("what changes", () => {
  it("is what differs from the user as they are", () => {
    expect(changesOf(user, { userName: "山田 花子", isDictionaryAdmin: true })).toEqual({
      isDictionaryAdmin: true,
    });
    expect(changesOf(user, { userName: undefined, status: "ACTIVE" })).toEqual({});
  });

  it("concerns rights unless it is the name alone", () => {
    expect(changesRights({ userName: "改名" })).toBe(false);
    expect(changesRights({ userName: "改名", status: "DISABLED" })).toBe(true);
    expect(changesRights({ isDictionaryAdmin: false })).toBe(true);
  });
});

describe("the errors of a change", () => {
  it("are none for what a member may become", () => {
    expect(userErrors(member, { isOrganizationAdmin: true, status: "DISABLED" })).toEqual({});
  });

  it("tell why a flag cannot be set", () => {
    expect(userErrors(member, { isSystemAdmin: true })).toEqual({
      isSystemAdmin: "システム管理者は組織に所属できません。",
    });
    const outsider = { ...member, organizationId: 0, isSystemAdmin: true };
    expect(userErrors(outsider, { isOrganizationAdmin: true, isDictionaryAdmin: true })).toEqual({
      isOrganizationAdmin: "組織に所属する利用者のみ設定できます。",
      isDictionaryAdmin: "組織に所属する利用者のみ設定できます。",
    });
  });

  it("keep an invited user from being active by hand, not a disabled one", () => {
    const errors = (status: UserState["status"]) =>
      userErrors({ ...member, status }, { status: "ACTIVE" });
    expect(errors("INVITED")).toEqual({
      status: "招待中の利用者は、ログインすると有効になります。",
    });
    expect(errors("DISABLED")).toEqual({});
  });
});

describe("an office", () => {
  it("is held by nobody who is disabled and by nobody without a flag", () => {
    fc.assert(
      fc.property(state, (user) => {
        const flagged = user.isSystemAdmin || user.isOrganizationAdmin;
        expect(officeOf(user) !== undefined).toBe(flagged && user.status !== "DISABLED");
      }),
    );
  });

  it("is held by who is invited", () => {
    expect(officeOf({ ...member, isOrganizationAdmin: true, status: "INVITED" })).toBe(
      "organizationAdmin",
    );
  });
});

describe("who is left without an admin", () => {
  const organizations = [0, 1, 2] as const;
  const someone = fc.record({
    organizationId: fc.constantFrom(...organizations),
    isAdmin: fc.boolean(),
    isDictionaryAdmin: fc.boolean(),
    status: fc.constantFrom(...USER_STATUSES),
  });
  const everybody = fc
    .array(fc.tuple(someone, fc.option(someone)), { maxLength: 12 })
    .map((pairs) =>
      pairs.map(([before, after], n) => ({
        before: officer(n, before),
        after: officer(n, { ...(after ?? before), organizationId: before.organizationId }),
        isChanged: after !== null,
      })),
    );

  function officer(
    n: number,
    {
      isAdmin,
      ...rest
    }: { isAdmin: boolean } & Omit<UserState, "isSystemAdmin" | "isOrganizationAdmin">,
  ) {
    const isMember = rest.organizationId !== 0;
    return {
      ...rest,
      userId: `u${n}`,
      isSystemAdmin: isAdmin && !isMember,
      isOrganizationAdmin: isAdmin && isMember,
    };
  }

  it("is an organization that had one and has none once all changes are done, whatever they are", () => {
    fc.assert(
      fc.property(everybody, (people) => {
        const holding = people.filter(({ before }) => officeOf(before) !== undefined);
        const adminsOf = (id: number, at: "before" | "after") =>
          people.filter((one) => one[at].organizationId === id && officeOf(one[at])).length;
        const expected = organizations.filter(
          (id) => adminsOf(id, "before") > 0 && adminsOf(id, "after") === 0,
        );
        const changes = people.filter(({ isChanged }) => isChanged);
        const admins = holding.map(({ before }) => before);
        const left = lastAdmins(changes, admins).map(({ before }) => before.organizationId);
        expect([...new Set(left)].toSorted()).toEqual(expected);
      }),
    );
  });

  it("is nobody if one goes and another comes at once", () => {
    const admin = { ...member, isOrganizationAdmin: true };
    const one = { ...admin, userId: "one" };
    const two = { ...admin, userId: "two", status: "DISABLED" as const };
    const goes = { before: one, after: { ...one, status: "DISABLED" as const } };
    const comes = { before: two, after: { ...two, status: "ACTIVE" as const } };
    expect(lastAdmins([goes, comes], [one])).toEqual([]);
    expect(lastAdmins([goes], [one])).toEqual([goes]);
  });
});

describe("an action on many users", () => {
  const own = { own: false };
  const effects = (person: Partial<User>, is = own) =>
    Object.fromEntries(
      [...USER_ACTIONS, ...WORKSPACE_ACTIONS].map((action) => [
        action,
        effectOn({ ...user, ...person }, action, is),
      ]),
    );

  it("changes who is not so already, and is refused where the rules of one user refuse it", () => {
    expect(effects({})).toEqual({
      DISABLE: "CHANGE",
      ENABLE: "NONE",
      RESEND_INVITATION: "NONE",
      MAKE_DICTIONARY_ADMIN: "CHANGE",
      UNMAKE_DICTIONARY_ADMIN: "NONE",
      ADD_TO_WORKSPACE: "CHANGE",
      REMOVE_FROM_WORKSPACE: "CHANGE",
    });
    expect(effects({ status: "INVITED" })).toMatchObject({ RESEND_INVITATION: "CHANGE" });
    expect(effects({ status: "DISABLED", isDictionaryAdmin: true })).toMatchObject({
      DISABLE: "NONE",
      ENABLE: "CHANGE",
      RESEND_INVITATION: "NONE",
      UNMAKE_DICTIONARY_ADMIN: "CHANGE",
    });
    expect(effects({}, { own: true })).toMatchObject({
      DISABLE: "OWN",
      MAKE_DICTIONARY_ADMIN: "OWN",
      ADD_TO_WORKSPACE: "CHANGE",
    });
    expect(effects({ organizationId: 0 })).toMatchObject({
      DISABLE: "CHANGE",
      MAKE_DICTIONARY_ADMIN: "NO_MEMBER",
      ADD_TO_WORKSPACE: "NO_MEMBER",
    });
    const erasedAt = "2026-01-02T00:00:00.000Z";
    expect(effects({ status: "DISABLED", erasedAt })).toMatchObject({
      DISABLE: "NONE",
      ENABLE: "ERASED",
      MAKE_DICTIONARY_ADMIN: "ERASED",
      ADD_TO_WORKSPACE: "ERASED",
    });
  });

  it("names five people and counts the others", () => {
    const names = ["一", "二", "三", "四", "五", "六", "七"];
    expect(namesOfPeople(names.slice(0, 5))).toBe("一さん、二さん、三さん、四さん、五さん");
    expect(namesOfPeople(names)).toBe("一さん、二さん、三さん、四さん、五さん、ほか2人");
  });
});
