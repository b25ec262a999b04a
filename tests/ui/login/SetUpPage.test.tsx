import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { SetUp } from "../../../domain/ways/schemas.ts";
import { setUpEnded } from "../../../server/problem.ts";
import { SetUpPage } from "../../../src/login/setUp/SetUpPage.tsx";
import { apiDouble, otherServer } from "../../support/apiDouble.ts";
import { pageAt } from "../providers/apiServer.ts";
import { config } from "./signInPage.tsx";

const TOKEN = "t".repeat(43);

const api = apiDouble("staff");

const setUp = (triedAt: string | null = null): SetUp => ({
  organizationName: "サンプル商事",
  endsAt: "2026-12-05T01:00:00.000Z",
  domains: [{ name: "sample.example.com", record: "proof=1", provenAt: null }],
  provider: {
    kind: "oidc",
    providerId: "oidc.org-2",
    idpEntityId: null,
    ssoUrl: null,
    certificates: [],
    issuer: "https://idp.example.com",
    clientId: "console",
    hasClientSecret: true,
    toCopy: { entityId: "https://c.example.com/sso/org-2", callbackUrl: "https://c.example.com/h" },
    triedAt,
    version: 1,
  },
});

beforeEach(() => {
  otherServer.use(http.get("/config.json", () => HttpResponse.json(config)));
});

function openLink() {
  pageAt(`/app/set-up#token=${TOKEN}`);
  render(<SetUpPage />);
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

describe("the link for the customer's IT", () => {
  it("opens the wizard and nothing else, and proves domains", async () => {
    api.answer("POST /set-up/open", () => setUp());
    openLink();
    expect(await screen.findByText(/サンプル商事の利用者が/)).toBeVisible();
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.queryByRole("button", { name: "設定を完了" })).toBeNull();
    api.refuse("POST /set-up/domains/check", setUpEnded());
    await press("sample.example.comを確認する");
    expect(await screen.findByText(/リンクの有効期限が切れています/)).toBeVisible();
    expect(api.sent.map(({ body }) => body)).toEqual([
      { token: TOKEN },
      { token: TOKEN, name: "sample.example.com" },
    ]);
  });

  it("keeps the secret of the client where none is entered", async () => {
    api.answer("POST /set-up/open", () => setUp());
    api.answer("POST /set-up/provider", () => setUp());
    openLink();
    await press("3. IdPの情報");
    await press("保存して次へ");
    expect(await screen.findByText("まだ成功していません。")).toBeVisible();
    expect(api.sent[1]?.body).toEqual({
      token: TOKEN,
      provider: { kind: "oidc", issuer: "https://idp.example.com", clientId: "console" },
    });
  });

  it("ends when the set-up is finished", async () => {
    api.answer("POST /set-up/open", () => setUp("2026-11-28T01:00:00.000Z"));
    api.answer("POST /set-up/finish", () => undefined);
    openLink();
    await press("設定を完了");
    expect(await screen.findByRole("heading", { name: "設定が完了しました" })).toBeVisible();
  });

  it("says that it has expired", async () => {
    api.refuse("POST /set-up/open", setUpEnded());
    openLink();
    expect(await screen.findByRole("alert")).toHaveTextContent(/有効期限が切れています/);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
