import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { limitReached, unauthenticated } from "../../../server/problem.ts";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { identityService } from "../../../src/providers/signIn/identity.ts";
import { takeFlash } from "../../../src/providers/start/pageLoad.ts";
import { doubles } from "../../support/apiDouble.ts";
import { pageAt } from "../providers/apiServer.ts";
import { outOfReach, refuses, serverLost, signsIn } from "./identityServer.ts";
import {
  email,
  password,
  seen,
  sessions,
  signIn,
  signInPageServer,
  submit,
  sysadmin,
} from "./signInPage.tsx";

const { api, server } = signInPageServer();

describe("signing in", () => {
  it("brings staff to the home page, and opens no admin session", async () => {
    let sent: unknown;
    server.use(...signsIn("u1", (body) => (sent = body)));
    await signIn(" Ｓｔａｆｆ＠example。com ");
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
    expect(sent).toMatchObject({ email: "staff@example.com", password: "password" });
    expect(sessions()).toEqual([]);
  });

  it("brings a system admin without organization to /admin, with a session", async () => {
    server.use(...signsIn("u0"));
    api.answer("GET /users/me", () => sysadmin);
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/admin"]));
    expect(sessions()).toEqual([{ idToken: expect.any(String) }]);
  });

  it("brings a system admin of an organization to the home page, the session open", async () => {
    server.use(...signsIn("u0"));
    api.answer("GET /users/me", () => ({ ...sysadmin, organizationId: 3 }));
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
    expect(sessions()).toHaveLength(1);
  });

  it("brings people where they were heading", async () => {
    pageAt("/app/login?next=%2Fdictionaries%3Fpage%3D2");
    server.use(...signsIn("u1"));
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/dictionaries?page=2"]));
  });

  it("brings staff who were heading to /admin home, where they are told", async () => {
    pageAt("/app/login?next=%2Fadmin%2Fcontracts");
    server.use(...signsIn("u1"));
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
    expect(takeFlash()).toBe("forbidden");
    expect(sessions()).toEqual([]);
  });

  it("follows no address of another site", async () => {
    pageAt("/app/login?next=%2F%2Fevil.example");
    server.use(...signsIn("u1"));
    await signIn();
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
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

  it("goes with the next try, while it runs and where it sends nothing", async () => {
    server.use(refuses("signInWithPassword", "INVALID_LOGIN_CREDENTIALS"));
    await signIn();
    expect(await screen.findByRole("alert")).toBeVisible();
    await userEvent.clear(password());
    await userEvent.click(submit());
    expect(password()).toHaveAccessibleDescription("パスワードを入力してください。");
    expect(screen.queryByRole("alert")).toBeNull();

    await userEvent.type(password(), "wrong-again{Enter}");
    expect(await screen.findByRole("alert")).toBeVisible();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(...signsIn("u1", () => held));
    await userEvent.type(password(), "{Enter}");
    expect(screen.queryByRole("alert")).toBeNull();
    answer();
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("speaks of the network when the server is out of reach", async () => {
    server.use(outOfReach, serverLost);
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "ネットワークエラーが発生しました。通信環境をご確認ください。",
    );
  });

  it.each([
    [
      unauthenticated("ACCOUNT_DISABLED"),
      "このアカウントは無効になっています。管理者にお問い合わせください。",
    ],
    [
      limitReached("TOO_MANY_REQUESTS", "requestsPerMinute", 30),
      "試行回数が上限に達しました。30秒後にお試しください。",
    ],
  ])(
    "after the identity service agreed shows the API's sentence and signs out: %s",
    async (problem, message) => {
      server.use(...signsIn("u1"));
      api.refuse("GET /users/me", problem);
      await signIn();
      expect(await screen.findByRole("alert")).toHaveTextContent(message);
      const identity = await identityService();
      expect(identity.currentUserId()).toBeNull();
      expect(seen.replaced).toEqual([]);
    },
  );

  it("for an account that is not ours says so", async () => {
    server.use(...signsIn("u9"));
    api.refuse("GET /users/me", unauthenticated());
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "このアカウントは登録されていません。管理者にお問い合わせください。",
    );
  });

  it("for want of an admin session leaves nobody signed in", async () => {
    server.use(...signsIn("u0"));
    api.answer("GET /users/me", () => sysadmin);
    doubles.admin.refuse(
      "POST /session",
      limitReached("TOO_MANY_REQUESTS", "requestsPerMinute", 30),
    );
    await signIn();
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "試行回数が上限に達しました。30秒後にお試しください。",
    );
    expect((await identityService()).currentUserId()).toBeNull();
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
    render(<LoginPage />);
    await waitFor(() => expect(seen.replaced).toEqual(["/"]));
  });

  it("signed in too long ago for the admin area is asked to sign in, and not signed out", async () => {
    await signedInBefore();
    pageAt("/app/login?next=%2Fadmin");
    api.answer("GET /users/me", () => sysadmin);
    doubles.admin.refuse("POST /session", unauthenticated("SIGN_IN_TOO_OLD"));
    render(<LoginPage />);
    expect(
      await screen.findByText("ログインから時間が経過しています。もう一度ログインしてください。"),
    ).toBeVisible();
    expect((await identityService()).currentUserId()).not.toBeNull();
  });

  it("again and again is not sent on for ever", async () => {
    await signedInBefore();
    const first = render(<LoginPage />);
    await waitFor(() => expect(seen.replaced).toHaveLength(1));
    first.unmount();
    render(<LoginPage />);
    await screen.findByText("デモ用アカウントで試す");
    expect(seen.replaced).toHaveLength(1);
  });

  it.each([
    ["expired", "セッションの有効期限が切れました。もう一度ログインしてください。"],
    ["disabled", "このアカウントは無効になっています。管理者にお問い合わせください。"],
    ["signedOut", "ログアウトされました。もう一度ログインしてください。"],
  ])("is told why: %s", async (reason, sentence) => {
    pageAt(`/app/login?reason=${reason}`);
    render(<LoginPage />);
    expect(screen.getByRole("status")).toHaveTextContent(sentence);
    expect(email()).toHaveFocus();
  });
});
