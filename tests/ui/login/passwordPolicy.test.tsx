import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { choose, next, openLink, RESET, toSignIn } from "./actionPage.tsx";
import { knowsCode, signsIn } from "./identityServer.ts";
import { config, signInPageServer } from "./signInPage.tsx";

const { api, server } = signInPageServer();

// Firebase starts once per file, with the first configuration; the Auth Emulator has no policy.
it("a real project's password policy is shown and kept", async () => {
  const asked: unknown[] = [];
  api.answer("DELETE /sessions/others", () => undefined);
  server.use(
    http.get("/config.json", () => HttpResponse.json({ ...config, emulator: false })),
    http.get("https://identitytoolkit.googleapis.com/v2/passwordPolicy", () =>
      HttpResponse.json({
        customStrengthOptions: {
          minPasswordLength: 8,
          maxPasswordLength: 20,
          containsUppercaseCharacter: true,
          containsNumericCharacter: true,
        },
        allowedNonAlphanumericCharacters: ["!"],
        enforcementState: "ENFORCE",
        schemaVersion: 1,
      }),
    ),
    knowsCode("hanako@example.com", (body) => asked.push(body)),
    ...signsIn("u1"),
  );
  openLink(RESET);
  await screen.findByText("hanako@example.com");
  expect(next()).toHaveAccessibleDescription("8文字以上、20文字以内、英大文字・数字を含む");
  for (const [password, sentence] of [
    ["Short12", "パスワードは8文字以上で入力してください。"],
    ["Chosen7890123456789012", "パスワードは20文字以内で入力してください。"],
    ["nothing-but", "パスワードに英大文字・数字を含めてください。"],
  ] as const) {
    await choose(password);
    expect(screen.getByText(sentence)).toBeVisible();
  }
  expect(asked).toHaveLength(1);
  await choose("Chosen123");
  expect(await toSignIn()).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ newPassword: "Chosen123" });
});
