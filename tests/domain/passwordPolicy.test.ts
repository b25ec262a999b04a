import { describe, expect, it } from "vitest";
import {
  DEFAULT_POLICY,
  type PasswordPolicy,
  policyError,
} from "../../domain/users/passwordPolicy.ts";

const strict: PasswordPolicy = {
  minLength: 8,
  maxLength: 12,
  kinds: ["lowercase", "uppercase", "number", "symbol"],
  symbols: "!?-",
};
const check = (password: string, policy: PasswordPolicy, confirmation = password) =>
  policyError(password, confirmation, policy);

describe("a new password, without a policy of its own", () => {
  it("needs six characters and its confirmation", () => {
    expect(check("", DEFAULT_POLICY)).toEqual({ rule: "passwordEmpty" });
    expect(check("12345", DEFAULT_POLICY)).toEqual({ rule: "passwordTooShort" });
    expect(check("123456", DEFAULT_POLICY, "123457")).toEqual({ rule: "passwordMismatch" });
    expect(check("", DEFAULT_POLICY, "123456")).toEqual({ rule: "passwordMismatch" });
    expect(check("パスワード長", DEFAULT_POLICY)).toBeUndefined();
  });
});

describe("a new password, by the policy of the identity service", () => {
  it("has the lengths of the policy", () => {
    expect(check("aB3!567", strict)).toEqual({ rule: "passwordTooShort" });
    expect(check("aB3!56789", strict)).toBeUndefined();
    expect(check("aB3!567890123", strict)).toEqual({ rule: "passwordTooLong", maxLength: 12 });
  });

  it.each([
    ["AB3!56789", "lowercase"],
    ["ab3!56789", "uppercase"],
    ["aBc!defgh", "number"],
    // Not among the symbols that the service counts.
    ["aB3_56789", "symbol"],
  ])("%j lacks a character of the kind %s", (password, kind) => {
    expect(check(password, strict)).toEqual({ rule: "passwordLacks", kinds: [kind] });
  });

  it("lacks several kinds at once, which full-width letters do not supply", () => {
    expect(check("ａＢ３！５６７８９", strict)).toEqual({
      rule: "passwordLacks",
      kinds: ["lowercase", "uppercase", "number", "symbol"],
    });
  });

  it("is compared with its confirmation once it is valid itself", () => {
    expect(check("ab3!56789", strict, "other")).toMatchObject({ rule: "passwordLacks" });
    expect(check("aB3!56789", strict, "other")).toEqual({ rule: "passwordMismatch" });
  });
});
