import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
// So that no test waits for its code.
import "../../../src/login/ResetForm.tsx";
import { pageAt } from "../providers/apiServer.ts";
import { refuses, sendsMail, signsIn } from "./identityServer.ts";
import { config, email, password, seen, signInPageServer, submit } from "./signInPage.tsx";

const { server } = signInPageServer();

describe("the form", () => {
  it("says what is missing, and the first wrong field has the focus", async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.click(submit());
    expect(email()).toHaveAccessibleDescription("メールアドレスを入力してください。");
    expect(password()).toHaveAccessibleDescription("パスワードを入力してください。");
    expect(email()).toHaveFocus();
    await user.type(email(), "yamada");
    await user.click(submit());
    expect(email()).toHaveAccessibleDescription("メールアドレスの形式で入力してください。");
    await user.type(email(), "@example.com");
    await user.click(submit());
    expect(email()).not.toBeInvalid();
    expect(password()).toHaveFocus();
  });

  it("begins in the e-mail field, and helps password managers", () => {
    render(<LoginPage />);
    expect(email()).toHaveFocus();
    expect(email()).toHaveAttribute("autocomplete", "username");
    expect(password()).toHaveAttribute("autocomplete", "current-password");
    expect(document.title).toBe("ログイン | Knowledge Insight");
  });

  it("leaves the keyboard of a touch screen down", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    render(<LoginPage />);
    expect(email()).not.toHaveFocus();
  });

  it("shows and hides the password", async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    expect(password()).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "パスワードを表示" }));
    expect(password()).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "パスワードを隠す" }));
    expect(password()).toHaveAttribute("type", "password");
  });

  it("is filled by a demo account, which is folded at first, and signs in by one more Enter", async () => {
    server.use(...signsIn("u1"));
    const user = userEvent.setup();
    render(<LoginPage />);
    const demo = (await screen.findByText("デモ用アカウントで試す")).closest("details");
    if (!demo) throw new Error("The demo accounts are not folded.");
    expect(demo).not.toHaveAttribute("open");
    await user.click(screen.getByText("デモ用アカウントで試す"));
    expect(demo).toHaveAttribute("open");
    expect(within(demo).getAllByRole("button")).toHaveLength(2);
    await user.click(within(demo).getByRole("button", { name: /staff@example.com/ }));
    expect(email()).toHaveValue("staff@example.com");
    expect(password()).toHaveValue("password");
    expect(submit()).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("is not sent twice by impatience", async () => {
    let asked = 0;
    server.use(...signsIn("u1", () => (asked += 1)));
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.type(email(), "staff@example.com");
    await user.type(password(), "password{Enter}{Enter}{Enter}");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
    expect(asked).toBe(1);
  });

  it("is not sent by the Enter that ends a conversion", async () => {
    render(<LoginPage />);
    const composing = new KeyboardEvent("keydown", {
      key: "Enter",
      keyCode: 229,
      bubbles: true,
      cancelable: true,
    });
    expect(email().dispatchEvent(composing)).toBe(false);
    const plain = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
    expect(email().dispatchEvent(plain)).toBe(true);
  });
});

describe("what the configuration decides", () => {
  it("offers neither Google nor demo accounts where there are none", async () => {
    let asked = false;
    server.use(
      http.get("/config.json", () => {
        asked = true;
        return HttpResponse.json({ ...config, demoAccounts: [] });
      }),
    );
    vi.resetModules();
    const fresh = await import("../../../src/login/LoginPage.tsx");
    render(<fresh.LoginPage />);
    await waitFor(() => expect(asked).toBe(true));
    expect(screen.queryByText("デモ用アカウントで試す")).toBeNull();
    expect(screen.queryByRole("button", { name: "Googleでログイン" })).toBeNull();
  });

  it("offers Google where it is configured", async () => {
    server.use(
      http.get("/config.json", () => HttpResponse.json({ ...config, googleSignIn: true })),
    );
    pageAt("/app/login?reason=expired");
    vi.resetModules();
    const fresh = await import("../../../src/login/LoginPage.tsx");
    render(<fresh.LoginPage />);
    const google = await screen.findByRole("button", { name: "Googleでログイン" });
    // Why the person is here goes with a try by Google as with one by password.
    expect(
      screen.getByText("セッションの有効期限が切れました。もう一度ログインしてください。"),
    ).toBeVisible();
    await userEvent.click(google);
    expect(screen.queryByText(/^セッションの有効期限/)).toBeNull();
  });
});

describe("a forgotten password", () => {
  async function askForMail() {
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.type(email(), "someone@example.com");
    await user.click(screen.getByRole("button", { name: "パスワードをお忘れの方" }));
    await screen.findByRole("button", { name: "再設定メールを送信" });
    expect(email()).toHaveValue("someone@example.com");
    expect(email()).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "再設定メールを送信" }));
    return user;
  }
  const sent =
    "登録済みのメールアドレスの場合は、再設定用のメールが届きます。メールのリンクから新しいパスワードを設定してください。";

  it("is answered by a mail", async () => {
    let body: unknown;
    server.use(sendsMail((asked) => (body = asked)));
    await askForMail();
    expect(await screen.findByText(sent)).toBeVisible();
    expect(body).toMatchObject({ requestType: "PASSWORD_RESET", email: "someone@example.com" });
  });

  it("says the same when the address is not known", async () => {
    server.use(refuses("sendOobCode", "EMAIL_NOT_FOUND"));
    const user = await askForMail();
    expect(await screen.findByText(sent)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await user.click(screen.getByRole("button", { name: "ログイン画面に戻る" }));
    expect(submit()).toBeVisible();
  });

  it("needs an address", async () => {
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.click(screen.getByRole("button", { name: "パスワードをお忘れの方" }));
    await user.click(await screen.findByRole("button", { name: "再設定メールを送信" }));
    expect(email()).toHaveAccessibleDescription("メールアドレスを入力してください。");
  });

  it("tells when too many mails were asked for", async () => {
    server.use(refuses("sendOobCode", "TOO_MANY_ATTEMPTS_TRY_LATER"));
    await askForMail();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "試行回数が上限に達しました。しばらくしてからお試しください。",
    );
    await userEvent.clear(email());
    await userEvent.click(screen.getByRole("button", { name: "再設定メールを送信" }));
    expect(email()).toHaveAccessibleDescription("メールアドレスを入力してください。");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
