import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { unauthenticated } from "../../../server/problem.ts";
import { doubles } from "../../support/apiDouble.ts";
import { codeOf, codeServer } from "./codeServer.ts";
import { seen, sessions, signIn, signInPageServer, submit, sysadmin } from "./signInPage.tsx";

const { api, server } = signInPageServer();
let codes: Awaited<ReturnType<typeof codeServer>>;

beforeEach(async () => {
  codes = await codeServer();
  server.use(codes.handler);
});

const codeField = () => screen.findByRole("textbox", { name: "認証コード" });
const tokenOfProfile = () =>
  api.calls("GET /users/me").at(-1)?.headers.get("authorization")?.replace("Bearer ", "") ?? "";

async function typed(code: string, press = "ログイン") {
  const field = await codeField();
  await userEvent.clear(field);
  await userEvent.type(field, code);
  await userEvent.click(screen.getByRole("button", { name: press }));
}

describe("the second step of a sign-in", () => {
  it("asks for the code of the app, and signs in with it", async () => {
    const secret = codes.enrolled();
    await signIn();
    expect(await screen.findByRole("heading", { name: "認証コードの入力" })).toBeVisible();
    const field = await codeField();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("autocomplete", "one-time-code");
    expect(field).toHaveAttribute("inputmode", "numeric");
    await typed(codeOf(secret));
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
    expect(await codes.hasSecondFactor(tokenOfProfile())).toBe(true);
  });

  it("takes digits as a Japanese keyboard writes them", async () => {
    const secret = codes.enrolled();
    await signIn();
    const wide = codeOf(secret).replace(/\d/g, (digit) =>
      String.fromCodePoint(digit.charCodeAt(0) + 0xfee0),
    );
    await typed(`${wide.slice(0, 3)} ${wide.slice(3)}`);
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("says that a code is wrong, clears it and takes the right one", async () => {
    const secret = codes.enrolled();
    await signIn();
    await typed(codeOf(secret, 5));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "認証コードが正しくありません。認証アプリに表示されている最新のコードを入力してください。",
    );
    expect(await codeField()).toHaveValue("");
    expect(seen.replaced).toEqual([]);
    await userEvent.click(submit());
    expect(await codeField()).toHaveAccessibleDescription(/6桁の数字で入力してください。/);
    expect(screen.queryByRole("alert")).toBeNull();
    await typed(codeOf(secret));
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it.each(["", "12345", "1234567", "abcdef"])("refuses %j before it is sent", async (text) => {
    codes.enrolled();
    await signIn();
    const field = await codeField();
    if (text) await userEvent.type(field, text);
    await userEvent.click(screen.getByRole("button", { name: "ログイン" }));
    expect(field).toHaveAccessibleDescription(/認証コードを6桁の数字で入力してください。/);
    expect(field).toHaveFocus();
  });

  it("leads back to the form, which keeps the address", async () => {
    codes.enrolled();
    await signIn();
    await codeField();
    await userEvent.click(screen.getByRole("button", { name: "ログイン画面に戻る" }));
    expect(submit()).toBeVisible();
    expect(screen.getByRole("textbox", { name: "メールアドレス" })).toHaveValue(
      "staff@example.com",
    );
  });

  it("is not shown without a factor", async () => {
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });
});

describe("a sign-in that needs a second factor", () => {
  /** The API as with REQUIRE_MFA=all. */
  const requiresOne = () =>
    api.answer("GET /users/me", async ({ headers }) => {
      const token = headers.get("authorization")?.replace("Bearer ", "") ?? "";
      if (await codes.hasSecondFactor(token)) return sysadmin;
      return unauthenticated("SECOND_FACTOR_REQUIRED");
    });

  it("leads to its set-up, and on with the first code", async () => {
    requiresOne();
    await signIn();
    expect(await screen.findByRole("heading", { name: "2段階認証の設定" })).toBeVisible();
    expect(await screen.findByRole("img", { name: /QRコード/ })).toBeVisible();
    const secret = screen.getByText(/^[A-Z2-7]{32}$/).textContent ?? "";
    await typed(codeOf(secret, 5), "設定する");
    expect(await screen.findByRole("alert")).toHaveTextContent(/認証コードが正しくありません。/);
    await typed(codeOf(secret), "設定する");
    await waitFor(() => expect(seen.replaced).toEqual(["/admin"]));
    expect(sessions()).toHaveLength(1);
  });

  it("signs out who goes back", async () => {
    requiresOne();
    await signIn();
    await screen.findByRole("img", { name: /QRコード/ });
    await userEvent.click(screen.getByRole("button", { name: "ログイン画面に戻る" }));
    expect(submit()).toBeVisible();
    expect(doubles.admin.calls("POST /session")).toEqual([]);
    expect(seen.replaced).toEqual([]);
  });

  it("says how an address is verified, without which the identity service sets none up", async () => {
    codes.unverify();
    requiresOne();
    await signIn();
    expect(await screen.findByText(/メールアドレスの確認が済んでいないため/)).toBeVisible();
    expect(screen.getByRole("button", { name: "もう一度試す" })).toBeVisible();
  });
});
