import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { takeFlash } from "../../../src/providers/flash.ts";
import { identityService } from "../../../src/providers/identity.ts";
import { pageLoad } from "../../../src/providers/pageLoad.ts";
import { NO_PROFILE } from "../../../src/providers/userProfile.ts";
import { apiServer, pageAt } from "../providers/apiServer.ts";
import { outOfReach, refuses, sendsMail, signsIn } from "./identityServer.ts";

const server = apiServer();
const config = {
  apiKey: "k",
  authDomain: "localhost",
  projectId: "demo-ui",
  emulator: true,
  googleSignIn: false,
  demoAccounts: [
    { email: "sysadmin@example.com", label: "システム管理者" },
    { email: "staff@example.com", label: "一般" },
  ],
};
const staff = { ...NO_PROFILE, userId: "u1", organizationId: 1 };
const sysadmin = { ...NO_PROFILE, userId: "u0", isSystemAdmin: true };

let replaced: string[] = [];
let sessions: unknown[] = [];

const profileIs = (profile: object, status = 200) =>
  http.get("/api/v1/users/me", () => HttpResponse.json(profile, { status }));
const session = (status: number, body: object = {}) =>
  http.post("/admin/api/v1/session", async ({ request }) => {
    sessions.push(await request.json());
    return status === 204
      ? new HttpResponse(null, { status })
      : HttpResponse.json(body, { status });
  });

beforeEach(() => {
  replaced = [];
  sessions = [];
  pageAt("/app/login");
  window.sessionStorage.clear();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.spyOn(pageLoad, "replace").mockImplementation((url) => {
    replaced.push(url);
  });
  server.use(
    http.get("/config.json", () => HttpResponse.json(config)),
    session(204),
  );
});

afterEach(async () => {
  const identity = await identityService();
  await identity.signOut();
});

const email = () => screen.getByRole("textbox", { name: "メールアドレス" });
const password = () => screen.getByLabelText("パスワード");
const submit = () => screen.getByRole("button", { name: "ログイン" });

async function signIn(address = "staff@example.com", secret = "password") {
  const user = userEvent.setup();
  render(<LoginPage />);
  await user.type(email(), address);
  await user.type(password(), secret);
  await user.click(submit());
}

describe("signing in", () => {
  it("brings staff to the home page, and opens no admin session", async () => {
    let sent: unknown;
    server.use(...signsIn("u1", (body) => (sent = body)), profileIs(staff));
    await signIn(" Ｓｔａｆｆ＠example.com ");
    await waitFor(() => expect(replaced).toEqual(["/"]));
    expect(sent).toMatchObject({ email: "staff@example.com", password: "password" });
    expect(sessions).toEqual([]);
  });

  it("brings a system admin without organization to /admin, with a session", async () => {
    server.use(...signsIn("u0"), profileIs(sysadmin));
    await signIn();
    await waitFor(() => expect(replaced).toEqual(["/admin"]));
    expect(sessions).toEqual([{ idToken: expect.any(String) }]);
  });

  it("brings a system admin of an organization to the home page, the session open", async () => {
    server.use(...signsIn("u0"), profileIs({ ...sysadmin, organizationId: 3 }));
    await signIn();
    await waitFor(() => expect(replaced).toEqual(["/"]));
    expect(sessions).toHaveLength(1);
  });

  it("brings people where they were heading", async () => {
    pageAt("/app/login?next=%2Fdictionaries%3Fpage%3D2");
    server.use(...signsIn("u1"), profileIs(staff));
    await signIn();
    await waitFor(() => expect(replaced).toEqual(["/dictionaries?page=2"]));
  });

  it("brings staff who were heading to /admin home, where they are told", async () => {
    pageAt("/app/login?next=%2Fadmin%2Fcontracts");
    server.use(...signsIn("u1"), profileIs(staff));
    await signIn();
    await waitFor(() => expect(replaced).toEqual(["/"]));
    expect(takeFlash()).toBe("forbidden");
    expect(sessions).toEqual([]);
  });

  it("follows no address of another site", async () => {
    pageAt("/app/login?next=%2F%2Fevil.example");
    server.use(...signsIn("u1"), profileIs(staff));
    await signIn();
    await waitFor(() => expect(replaced).toEqual(["/"]));
  });
});

describe("a sign-in that fails", () => {
  it.each(["INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD", "EMAIL_NOT_FOUND"])(
    "says the same for a wrong address as for a wrong password: %s",
    async (word) => {
      server.use(refuses("signInWithPassword", word));
      await signIn();
      expect(await screen.findByRole("alert")).toHaveTextContent(
        /^メールアドレスまたはパスワードが正しくありません。$/,
      );
    },
  );

  it.each([
    ["USER_DISABLED", "このアカウントは無効になっています。管理者にお問い合わせください。"],
    [
      "TOO_MANY_ATTEMPTS_TRY_LATER : slow down",
      "試行回数が上限に達しました。しばらくしてからお試しください。",
    ],
  ])("says why: %s", async (word, sentence) => {
    server.use(refuses("signInWithPassword", word));
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
  });

  it("moves the focus to what it says, and the form stays filled", async () => {
    server.use(refuses("signInWithPassword", "INVALID_LOGIN_CREDENTIALS"));
    await signIn();
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert).toHaveFocus());
    expect(email()).toHaveValue("staff@example.com");
    expect(password()).toHaveValue("password");
  });

  it("speaks of the network when the server is out of reach", async () => {
    server.use(outOfReach);
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    );
  });

  it.each([
    [401, "このアカウントは無効になっています。管理者にお問い合わせください。"],
    [429, "試行回数が上限に達しました。しばらくしてからお試しください。"],
  ])(
    "after the identity service agreed shows the API's sentence and signs out: %i",
    async (status, message) => {
      server.use(...signsIn("u1"), profileIs({ message }, status));
      await signIn();
      expect(await screen.findByRole("alert")).toHaveTextContent(message);
      const identity = await identityService();
      expect(identity.currentUser()).toBeNull();
      expect(replaced).toEqual([]);
    },
  );

  it("for an account that is not ours says so", async () => {
    const problem = {
      code: "UNAUTHENTICATED",
      message: "セッションの有効期限が切れました。もう一度ログインしてください。",
    };
    server.use(...signsIn("u9"), profileIs(problem, 401));
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "このアカウントは登録されていません。管理者にお問い合わせください。",
    );
  });

  it("for want of an admin session leaves nobody signed in", async () => {
    const message = "試行回数が上限に達しました。しばらくしてからお試しください。";
    server.use(...signsIn("u0"), profileIs(sysadmin), session(429, { message }));
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect((await identityService()).currentUser()).toBeNull();
  });
});

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

  it("is filled by a demo account, and signs in by one more Enter", async () => {
    server.use(...signsIn("u1"), profileIs(staff));
    const user = userEvent.setup();
    render(<LoginPage />);
    const demo = await screen.findByRole("region", { name: "デモ用アカウント" });
    expect(within(demo).getAllByRole("button")).toHaveLength(2);
    await user.click(within(demo).getByRole("button", { name: /staff@example.com/ }));
    expect(email()).toHaveValue("staff@example.com");
    expect(password()).toHaveValue("password");
    expect(submit()).toHaveFocus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(replaced).toEqual(["/"]));
  });

  it("is not sent twice by impatience", async () => {
    let asked = 0;
    server.use(...signsIn("u1", () => (asked += 1)), profileIs(staff));
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.type(email(), "staff@example.com");
    await user.type(password(), "password{Enter}{Enter}{Enter}");
    await waitFor(() => expect(replaced).toEqual(["/"]));
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
    expect(screen.queryByText("デモ用アカウント")).toBeNull();
    expect(screen.queryByRole("button", { name: "Googleでログイン" })).toBeNull();
  });

  it("offers Google where it is configured", async () => {
    server.use(
      http.get("/config.json", () => HttpResponse.json({ ...config, googleSignIn: true })),
    );
    vi.resetModules();
    const fresh = await import("../../../src/login/LoginPage.tsx");
    render(<fresh.LoginPage />);
    expect(await screen.findByRole("button", { name: "Googleでログイン" })).toBeVisible();
  });
});

describe("a forgotten password", () => {
  async function askForMail() {
    const user = userEvent.setup();
    render(<LoginPage />);
    await user.type(email(), "someone@example.com");
    await user.click(screen.getByRole("button", { name: "パスワードをお忘れの方" }));
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
    await user.click(screen.getByRole("button", { name: "再設定メールを送信" }));
    expect(email()).toHaveAccessibleDescription("メールアドレスを入力してください。");
  });

  it("tells when too many mails were asked for", async () => {
    server.use(refuses("sendOobCode", "TOO_MANY_ATTEMPTS_TRY_LATER"));
    await askForMail();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "試行回数が上限に達しました。しばらくしてからお試しください。",
    );
  });
});

describe("who comes here", () => {
  async function signedInBefore() {
    server.use(...signsIn("u0"));
    const identity = await identityService();
    await identity.signInWithPassword("sysadmin@example.com", "password");
  }

  it("still signed in goes on at once", async () => {
    await signedInBefore();
    server.use(profileIs(staff));
    render(<LoginPage />);
    await waitFor(() => expect(replaced).toEqual(["/"]));
  });

  it("signed in too long ago for the admin area is asked to sign in, and not signed out", async () => {
    await signedInBefore();
    pageAt("/app/login?next=%2Fadmin");
    const message = "ログインから時間が経過しています。もう一度ログインしてください。";
    server.use(profileIs(sysadmin), session(401, { code: "SIGN_IN_TOO_OLD", message }));
    render(<LoginPage />);
    expect(await screen.findByText(message)).toBeVisible();
    expect((await identityService()).currentUser()).not.toBeNull();
  });

  it("again and again is not sent on for ever", async () => {
    await signedInBefore();
    server.use(profileIs(staff));
    const first = render(<LoginPage />);
    await waitFor(() => expect(replaced).toHaveLength(1));
    first.unmount();
    render(<LoginPage />);
    await screen.findByRole("region", { name: "デモ用アカウント" });
    expect(replaced).toHaveLength(1);
  });

  it.each([
    ["expired", "セッションの有効期限が切れました。もう一度ログインしてください。"],
    ["disabled", "このアカウントは無効になっています。管理者にお問い合わせください。"],
  ])("is told why: %s", async (reason, sentence) => {
    pageAt(`/app/login?reason=${reason}`);
    render(<LoginPage />);
    expect(screen.getByRole("status")).toHaveTextContent(sentence);
    expect(email()).toHaveFocus();
  });
});
