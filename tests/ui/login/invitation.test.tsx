import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { limitReached, ruleBroken, unavailable } from "../../../server/problem.ts";
import { pageLoad } from "../../../src/providers/start/pageLoad.ts";
import { choose, OWN_INVITATION, openLink, RESET, toSignIn } from "./actionPage.tsx";
import { knowsCode, refuses, signsIn } from "./identityServer.ts";
import { signInPageServer } from "./signInPage.tsx";

const { api, server } = signInPageServer();
const HANAKO = "hanako@example.com";
const left: string[] = [];

beforeEach(() => {
  left.length = 0;
  api.answer("DELETE /sessions/others", () => undefined);
  vi.spyOn(pageLoad, "assign").mockImplementation((url) => {
    left.push(url);
  });
});

const opens = (code = "code-1") => api.answer("POST /invitations/open", () => ({ oobCode: code }));
const opened = () => api.calls("POST /invitations/open").map(({ body }) => body);
const asks = () => screen.findByRole("button", { name: "新しい招待メールを送信" });

describe("the link of an invitation", () => {
  it("is exchanged for a code, with which the password is set", async () => {
    const asked: unknown[] = [];
    opens();
    server.use(
      knowsCode(HANAKO, (body) => asked.push(body)),
      ...signsIn("u1"),
    );
    openLink(OWN_INVITATION);
    expect(await screen.findByText(/招待されています。/)).toBeVisible();
    expect(screen.getByText(HANAKO)).toBeVisible();
    await choose("chosen");
    expect(await toSignIn()).toBeVisible();
    expect(opened()).toEqual([{ token: "token-1" }]);
    expect(asked).toMatchObject([{ oobCode: "code-1" }, { newPassword: "chosen" }]);
  });

  it("works from the mail of the identity service, whose own code may have expired", async () => {
    opens();
    server.use(knowsCode(HANAKO));
    const back = "https://console.example.com/app/login?invited=1&invite=token-2";
    openLink(`${RESET}-old&continueUrl=${encodeURIComponent(back)}`);
    expect(await screen.findByText(HANAKO)).toBeVisible();
    expect(opened()).toEqual([{ token: "token-2" }]);
  });

  it("takes a new code if the first has expired while the form was open", async () => {
    opens();
    server.use(knowsCode(HANAKO));
    openLink(OWN_INVITATION);
    await screen.findByText(HANAKO);
    server.use(
      refuses("resetPassword", "EXPIRED_OOB_CODE", { once: true }),
      knowsCode(HANAKO),
      ...signsIn("u1"),
    );
    await choose("chosen");
    expect(await toSignIn()).toBeVisible();
    expect(opened()).toHaveLength(2);
  });

  it("that has ended asks for a new mail without an admin, and says when it may again", async () => {
    api.refuse("POST /invitations/open", ruleBroken("INVITATION_ENDED"));
    api.answer("POST /invitations/renew", () => undefined);
    api.refuse("POST /invitations/renew", limitReached("MAIL_SENT_RECENTLY", "mails", 30), {
      once: true,
    });
    openLink(OWN_INVITATION);
    expect(await screen.findByText("この招待は期限が切れています。")).toBeVisible();
    expect(document.title).toBe("招待の期限切れ | Knowledge Insight");
    await userEvent.click(await asks());
    expect(await screen.findByRole("alert")).toHaveTextContent("30秒後にお試しください。");
    await userEvent.click(await asks());
    expect(await screen.findByText("新しい招待メールを送信しました。")).toBeVisible();
    expect(api.calls("POST /invitations/renew").map(({ body }) => body)).toEqual([
      { token: "token-1" },
      { token: "token-1" },
    ]);
  });

  it("that is used or withdrawn leads to the sign-in page", async () => {
    api.refuse("POST /invitations/open", ruleBroken("INVITATION_NOT_FOUND"));
    openLink(OWN_INVITATION);
    expect(await screen.findByText(/すでに使用されているか、取り消されています。/)).toBeVisible();
    await userEvent.click(await toSignIn());
    expect(left).toEqual(["/app/login"]);
  });

  it("can be tried again while a part is away", async () => {
    opens();
    api.refuse("POST /invitations/open", unavailable(), { once: true });
    server.use(knowsCode(HANAKO));
    openLink(OWN_INVITATION);
    await userEvent.click(await screen.findByRole("button", { name: "もう一度試す" }));
    expect(await screen.findByText(HANAKO)).toBeVisible();
  });
});
