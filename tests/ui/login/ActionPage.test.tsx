import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LoginPage } from "../../../src/login/LoginPage.tsx";
import { identityService } from "../../../src/providers/signIn/identity.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { pageAt } from "../providers/apiServer.ts";
import {
  choose,
  confirmation,
  INVITATION,
  next,
  openLink,
  RESET,
  set,
  toSignIn,
} from "./actionPage.tsx";
import {
  knowsCode,
  outOfReach,
  refuses,
  sendsMail,
  serverLost,
  signsIn,
} from "./identityServer.ts";
import { email, password, signInPageServer } from "./signInPage.tsx";

const { api, server } = signInPageServer();
const HANAKO = "hanako@example.com";
let left: string[] = [];

beforeEach(() => {
  left = [];
  api.answer("DELETE /sessions/others", () => undefined);
  vi.spyOn(pageLoad, "assign").mockImplementation((url) => {
    left.push(url);
  });
});

const others = () =>
  api.calls("DELETE /sessions/others").map(({ headers }) => headers.get("authorization"));

describe("a link to set a password", () => {
  it("says that the person is invited, to what and by which address", async () => {
    server.use(knowsCode(HANAKO));
    openLink(INVITATION);
    expect(await screen.findByText(HANAKO)).toBeVisible();
    expect(
      screen.getByRole("heading", { level: 1, name: "Knowledge Insightへの招待" }),
    ).toBeVisible();
    expect(document.title).toBe("Knowledge Insightへの招待 | Knowledge Insight");
    await waitFor(() => expect(next()).toHaveFocus());
    expect(next()).toHaveAccessibleDescription("6文字以上");
    expect(next()).toHaveAttribute("autocomplete", "new-password");
  });

  it("knows an invitation of a real project by the address that it leads back to", async () => {
    server.use(knowsCode(HANAKO));
    const back = encodeURIComponent("https://console.example.com/app/login?invited=1");
    openLink(`${RESET}&apiKey=k&continueUrl=${back}&lang=ja`);
    expect(await screen.findByText(/招待されています。/)).toBeVisible();
  });

  it("says that it is for a new password otherwise", async () => {
    server.use(knowsCode(HANAKO));
    openLink(RESET);
    expect(await screen.findByText("新しいパスワードを設定してください。")).toBeVisible();
    expect(screen.queryByText(/招待/)).toBeNull();
  });

  it.each([
    ["", "", "パスワードを入力してください。", next],
    ["12345", "12345", "パスワードは6文字以上で入力してください。", next],
    ["123456", "1234567", "パスワードが一致しません。", confirmation],
  ] as const)("does not take %j and %j", async (one, other, sentence, field) => {
    const asked: unknown[] = [];
    server.use(knowsCode(HANAKO, (body) => asked.push(body)));
    openLink(RESET);
    await choose(one, other);
    expect(field()).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(field()).toHaveFocus();
    expect(asked).toHaveLength(1);
  });

  it("shows and hides both passwords", async () => {
    server.use(knowsCode(HANAKO));
    openLink(RESET);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "パスワードを表示" }));
    for (const field of [next(), confirmation()]) expect(field).toHaveAttribute("type", "text");
    await user.click(screen.getByRole("button", { name: "パスワードを隠す" }));
    for (const field of [next(), confirmation()]) expect(field).toHaveAttribute("type", "password");
  });

  it("sets the password, ends the other sign-ins, and leads to the sign-in page", async () => {
    const asked: unknown[] = [];
    server.use(
      knowsCode(HANAKO, (body) => asked.push(body)),
      ...signsIn("u1", (body) => asked.push(body)),
    );
    openLink(INVITATION);
    await choose("chosen");
    await userEvent.click(await toSignIn());
    expect(asked).toMatchObject([
      { oobCode: "code-1" },
      { oobCode: "code-1", newPassword: "chosen" },
      { email: HANAKO, password: "chosen" },
    ]);
    expect(others()).toEqual([expect.stringMatching(/^Bearer ./)]);
    expect((await identityService()).currentUserId()).toBeNull();
    expect(left).toEqual(["/app/login?reason=passwordSet"]);
  });

  it("hands the address to the sign-in page, which asks for the new password", async () => {
    server.use(knowsCode(HANAKO), ...signsIn("u1"));
    openLink(RESET);
    await choose("chosen");
    await userEvent.click(await toSignIn());
    document.body.replaceChildren();
    pageAt(left[0] ?? "");
    render(<LoginPage />);
    expect(await screen.findByText("新しいパスワードでログインしてください。")).toBeVisible();
    expect(email()).toHaveValue(HANAKO);
    expect(password()).toHaveFocus();
  });

  it("has set the password even if the other sign-ins could not be ended", async () => {
    server.use(knowsCode(HANAKO), ...signsIn("u1"));
    api.cutOff("DELETE /sessions/others");
    openLink(RESET);
    await choose("chosen");
    const done = "パスワードを変更しました。ほかの端末やブラウザーではログアウトされます。";
    expect(await screen.findByText(done)).toHaveFocus();
  });

  it("says why the service does not take the password, and can be tried again", async () => {
    server.use(knowsCode(HANAKO));
    openLink(RESET);
    await screen.findByText(HANAKO);
    server.use(refuses("resetPassword", "PASSWORD_DOES_NOT_MEET_REQUIREMENTS"));
    await choose("chosen");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "パスワードが要件を満たしていません。文字数や文字の種類を確認してください。",
    );
    await userEvent.type(confirmation(), "x");
    await userEvent.click(set());
    expect(screen.getByText("パスワードが一致しません。")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.type(confirmation(), "{Backspace}");
    server.use(knowsCode(HANAKO), ...signsIn("u1"));
    await userEvent.click(set());
    expect(await toSignIn()).toBeVisible();
  });
});

describe("a link that cannot be used any more", () => {
  const USED = "このリンクは有効期限が切れているか、すでに使用されています。";

  it.each(["EXPIRED_OOB_CODE", "INVALID_OOB_CODE", "EMAIL_NOT_FOUND", "USER_NOT_FOUND"])(
    "(%s) says so and offers a new one",
    async (code) => {
      let asked: unknown;
      server.use(
        refuses("resetPassword", code),
        sendsMail((body) => (asked = body)),
      );
      openLink(RESET);
      expect(await screen.findByText(USED)).toBeVisible();
      await userEvent.type(email(), HANAKO);
      await userEvent.click(screen.getByRole("button", { name: "新しいリンクを送信" }));
      expect(await screen.findByText(/^登録済みのメールアドレスの場合は/)).toBeVisible();
      expect(asked).toMatchObject({ requestType: "PASSWORD_RESET", email: HANAKO });
      expect(asked).not.toHaveProperty("continueUrl");
      await userEvent.click(screen.getByRole("button", { name: "ログイン画面に戻る" }));
      expect(left).toEqual(["/app/login"]);
    },
  );

  it("is replaced by an invitation if it was one", async () => {
    let asked: unknown;
    server.use(
      refuses("resetPassword", "EXPIRED_OOB_CODE"),
      sendsMail((body) => (asked = body)),
    );
    openLink(INVITATION);
    await screen.findByText(USED);
    await userEvent.type(email(), HANAKO);
    await userEvent.click(screen.getByRole("button", { name: "新しいリンクを送信" }));
    expect(await screen.findByText(/^招待されたメールアドレスの場合は/)).toBeVisible();
    expect(asked).toMatchObject({
      email: HANAKO,
      continueUrl: `${window.location.origin}/app/login?invited=1`,
    });
  });

  it("is replaced even where the project does not know the console's host", async () => {
    const asked: unknown[] = [];
    server.use(
      refuses("resetPassword", "EXPIRED_OOB_CODE"),
      http.post(/accounts:sendOobCode/, async ({ request }) => {
        const body = await request.json();
        asked.push(body);
        const refused = "continueUrl" in Object(body);
        const message = "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project";
        return refused
          ? HttpResponse.json({ error: { code: 400, message, errors: [] } }, { status: 400 })
          : HttpResponse.json({ email: HANAKO });
      }),
    );
    openLink(INVITATION);
    await screen.findByText(USED);
    await userEvent.type(email(), HANAKO);
    await userEvent.click(screen.getByRole("button", { name: "新しいリンクを送信" }));
    expect(await screen.findByText(/^招待されたメールアドレスの場合は/)).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  it("says so as well if it was used while the form was open", async () => {
    server.use(knowsCode(HANAKO));
    openLink(RESET);
    await screen.findByText(HANAKO);
    server.use(refuses("resetPassword", "INVALID_OOB_CODE"));
    await choose("chosen");
    expect(await screen.findByText(USED)).toBeVisible();
  });

  it.each([
    [INVITATION, "この招待は取り消されています。招待した管理者にお問い合わせください。"],
    [RESET, "このアカウントは無効になっています。管理者にお問い合わせください。"],
  ])("names the disabled account (%s)", async (search, sentence) => {
    server.use(refuses("resetPassword", "USER_DISABLED"));
    openLink(search);
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    await userEvent.click(await toSignIn());
    expect(left).toEqual(["/app/login"]);
  });
});

it.each(["", "?mode=resetPassword", "?mode=verifyEmail&oobCode=c", "?mode=%00&oobCode="])(
  "a link with the query %j is told to be wrong, and leads to the sign-in page",
  async (search) => {
    openLink(search);
    expect(await screen.findByRole("alert")).toHaveTextContent("リンクが正しくありません。");
    await userEvent.click(await toSignIn());
    expect(left).toEqual(["/app/login"]);
  },
);

describe("a link that could not be checked", () => {
  it.each([
    ["the network", serverLost, "ネットワークエラーが発生しました。通信環境をご確認ください。"],
    [
      "the identity service",
      http.get("/readyz", () => HttpResponse.json({ status: "degraded" })),
      "現在サービスに接続できません。しばらくしてからお試しください。",
    ],
  ])("blames %s, and is checked again", async (_, readiness, sentence) => {
    server.use(outOfReach, readiness);
    openLink(RESET);
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    server.use(knowsCode(HANAKO));
    await userEvent.click(screen.getByRole("button", { name: "もう一度試す" }));
    expect(await screen.findByText(HANAKO)).toBeVisible();
  });

  it("keeps the passwords when the network fails while they are sent", async () => {
    server.use(knowsCode(HANAKO));
    openLink(RESET);
    await screen.findByText(HANAKO);
    server.use(outOfReach, serverLost);
    await choose("chosen");
    expect(await screen.findByRole("alert")).toHaveTextContent(/^ネットワークエラー/);
    expect(next()).toHaveValue("chosen");
    server.use(knowsCode(HANAKO), ...signsIn("u1"));
    await userEvent.click(set());
    await waitFor(async () => expect(await toSignIn()).toBeVisible());
  });
});
