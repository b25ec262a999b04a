import { describe, expect, it } from "vitest";
import { canBeInvited } from "../../domain/users/rules.ts";
import { memberCreate, memberUpdate, userCreate, userUpdate } from "../../domain/users/schemas.ts";

const person = { email: "hanako@example.com", userName: "山田 花子" };

function errorsOf(result: ReturnType<typeof userCreate.safeParse>): Record<string, string> {
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("a user to be invited", () => {
  it("has an address in lower case and a trimmed name", () => {
    const parsed = userCreate.parse({
      email: " Ｈanako@Example.COM ",
      userName: "　山田 花子 ",
      organizationId: 1,
    });
    expect(parsed).toMatchObject(person);
  });

  it("belongs to an organization or is a system admin, not both and not neither", () => {
    expect(userCreate.safeParse({ ...person, organizationId: 1 }).success).toBe(true);
    expect(userCreate.safeParse({ ...person, isSystemAdmin: true }).success).toBe(true);
    expect(errorsOf(userCreate.safeParse(person))).toEqual({
      organizationId: "組織を選択してください。",
    });
    expect(
      errorsOf(userCreate.safeParse({ ...person, isSystemAdmin: true, organizationId: 1 })),
    ).toEqual({ organizationId: "システム管理者は組織に所属できません。" });
  });

  it("is told of a missing organization beside errors of other fields", () => {
    expect(
      Object.keys(errorsOf(userCreate.safeParse({ email: "x", userName: "" }))).sort(),
    ).toEqual(["email", "organizationId", "userName"]);
  });

  it("is not a system admin in the staff area", () => {
    expect(memberCreate.safeParse({ ...person, isDictionaryAdmin: true }).success).toBe(true);
    expect(memberCreate.safeParse({ ...person, isSystemAdmin: false }).success).toBe(false);
    expect(memberCreate.safeParse({ ...person, organizationId: 1 }).success).toBe(false);
  });
});

describe("a change of a user", () => {
  it("may hold any part, and the status as enabled or disabled only", () => {
    expect(userUpdate.safeParse({}).success).toBe(true);
    expect(userUpdate.safeParse({ status: "DISABLED" }).success).toBe(true);
    expect(userUpdate.safeParse({ status: "INVITED" }).success).toBe(false);
    expect(userUpdate.safeParse({ isSystemAdmin: null }).success).toBe(false);
    expect(userUpdate.safeParse({ email: "new@example.com" }).success).toBe(false);
  });

  it("knows no system admins in the staff area", () => {
    expect(memberUpdate.safeParse({ isSystemAdmin: true }).success).toBe(false);
  });
});

describe("an invitation mail", () => {
  it.each([
    ["INVITED", null, true],
    ["INVITED", "REFUSED", true],
    ["ACTIVE", "ACCOUNT_LOST", true],
    ["ACTIVE", "EMAIL_CHANGED", false],
    ["ACTIVE", null, false],
    ["DISABLED", "ACCOUNT_LOST", false],
    ["DISABLED", null, false],
  ] as const)("of a user who is %s with %s: %s", (status, identityError, useful) => {
    expect(canBeInvited({ status, identityError })).toBe(useful);
  });
});
