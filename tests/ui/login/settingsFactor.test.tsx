import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { identityService } from "../../../src/providers/signIn/identity.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble, doubles, otherServer } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aProfile } from "../../support/records.ts";
import { pageAt } from "../providers/apiServer.ts";
import { showSettings } from "../settings/showSettings.tsx";
import { codeOf, codeServer, person } from "./codeServer.ts";
import { config, sessions } from "./signInPage.tsx";

const staff = apiDouble("staff");
staff.answer("DELETE /sessions/others", () => undefined);
staff.answer("GET /sessions", paged([]));
staff.answer("GET /alerts/mails", () => ({ enabled: true, available: true }));
staff.answer("GET /proposals/mails", () => ({ enabled: true, available: true }));
doubles.admin.answer("POST /session", () => undefined);

let codes: Awaited<ReturnType<typeof codeServer>>;

beforeEach(async () => {
  codes = await codeServer();
  otherServer.use(
    codes.handler,
    http.get("/config.json", () => HttpResponse.json(config)),
  );
  pageAt("/");
  userProfile.set(aProfile());
});
afterEach(async () => (await identityService()).signOut());

async function show({ secret }: { secret?: string } = {}) {
  const identity = await identityService();
  const step = await identity.signInWithPassword(person.email, "password");
  if (typeof step !== "string") await step.answer(codeOf(secret ?? "", -1));
  showSettings({ identityService });
  return within(await screen.findByRole("region", { name: "2段階認証" }));
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label, { selector: "input" });
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const PASSWORD = /^現在のパスワード/;
const CODE = /^認証コード/;

describe("the second factor in 個人設定", () => {
  it("is set up with the password and a first code", async () => {
    const section = await show();
    expect(await section.findByText("設定していません。")).toBeVisible();
    await press("2段階認証を設定");
    await press("次へ");
    expect(await screen.findByLabelText(PASSWORD, { selector: "input" })).toHaveFocus();
    await type(PASSWORD, "wrong-one");
    await press("次へ");
    expect(await section.findByRole("alert")).toHaveTextContent(
      "現在のパスワードが正しくありません。",
    );
    await type(PASSWORD, "password");
    await press("次へ");
    expect(await section.findByRole("img", { name: /QRコード/ })).toBeVisible();
    const secret = section.getByText(/^[A-Z2-7]{32}$/).textContent ?? "";
    await type(CODE, codeOf(secret, 5));
    await press("設定する");
    expect(await section.findByRole("alert")).toHaveTextContent(/認証コードが正しくありません。/);
    await type(CODE, codeOf(secret));
    await press("設定する");
    expect(await section.findByText("2段階認証を設定しました。")).toBeVisible();
    expect(section.getByText(/^認証アプリ（\d{4}\/\d{2}\/\d{2}に設定）$/)).toBeVisible();
  });

  it("renews the session of a system admin, which the old token opened", async () => {
    userProfile.set(aProfile({ isSystemAdmin: true, organizationId: 0 }));
    const section = await show();
    await section.findByText("設定していません。");
    await press("2段階認証を設定");
    await type(PASSWORD, "password");
    await press("次へ");
    await section.findByRole("img", { name: /QRコード/ });
    const secret = section.getByText(/^[A-Z2-7]{32}$/).textContent ?? "";
    await type(CODE, codeOf(secret));
    await press("設定する");
    await section.findByText("2段階認証を設定しました。");
    const [{ idToken } = { idToken: "" }] = sessions().map((body) => Object(body));
    expect(await codes.hasSecondFactor(idToken)).toBe(true);
  });

  it("is removed with the password and a code, after a warning", async () => {
    const secret = codes.enrolled();
    const section = await show({ secret });
    await section.findByText(/^認証アプリ（/);
    await press("解除");
    expect(section.getByText(/パスワードだけでログインできるようになります。/)).toBeVisible();
    await type(PASSWORD, "password");
    await press("解除する");
    expect(await screen.findByLabelText(CODE, { selector: "input" })).toHaveAccessibleDescription(
      /認証コードを6桁の数字で入力してください。/,
    );
    await type(CODE, codeOf(secret));
    await press("解除する");
    expect(await section.findByText("2段階認証を解除しました。")).toBeVisible();
    expect(section.getByText("設定していません。")).toBeVisible();
  });

  it("is asked for before a new password is set", async () => {
    const secret = codes.enrolled();
    await show({ secret });
    await press("編集");
    await type(/^新しいパスワード\*?$/, "new-password");
    await type(/^新しいパスワード（確認）/, "new-password");
    await press("変更を適用");
    const password = await screen.findByLabelText(PASSWORD, { selector: "input" });
    await waitFor(() => expect(password).toHaveFocus());
    await type(PASSWORD, "password");
    await press("変更を適用");
    expect(screen.getByLabelText(CODE, { selector: "input" })).toHaveFocus();
    await type(CODE, codeOf(secret));
    await press("変更を適用");
    expect(await screen.findByText("パスワードを変更しました。")).toBeVisible();
  });
});
