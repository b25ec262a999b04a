import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesOf,
  changesRights,
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
  identityError: null,
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
