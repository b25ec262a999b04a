import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  equalsInConstantTime,
  MIN_PASSWORD_LENGTH,
  passwordError,
} from "../../domain/users/passwordRules.ts";

describe("a new password", () => {
  test("must be entered", () => {
    expect(passwordError("", "")).toBe("passwordEmpty");
  });

  test("needs six characters", () => {
    expect(passwordError("a", "a")).toBe("passwordTooShort");
    expect(passwordError("abcde", "other")).toBe("passwordTooShort");
    expect(passwordError("abcdef", "abcdef")).toBeUndefined();
  });

  test("must equal its confirmation", () => {
    expect(passwordError("abcdef", "abcdeg")).toBe("passwordMismatch");
    expect(passwordError("abcdef", "")).toBe("passwordMismatch");
    expect(passwordError("", "abcdef")).toBe("passwordMismatch");
  });

  test("is right exactly when it is long enough and confirmed", () => {
    const text = fc.string({ maxLength: 9 });
    fc.assert(
      fc.property(text, fc.oneof(text, fc.constant(undefined)), (password, other) => {
        const confirmation = other ?? password;
        expect(passwordError(password, confirmation) === undefined).toBe(
          password.length >= MIN_PASSWORD_LENGTH && password === confirmation,
        );
      }),
    );
  });
});

test("the comparison in constant time agrees with ===", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\u0000", "\ud800"), maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(equalsInConstantTime(a, b)).toBe(a === b);
    }),
    { numRuns: 1_000 },
  );
});
