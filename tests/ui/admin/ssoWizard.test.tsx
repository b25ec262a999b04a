import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import type { SsoProvider } from "../../../domain/ways/schemas.ts";
import { validationFailed } from "../../../server/problem.ts";
// So that no test waits for its code.
import "../../../src/admin/organization/ways/SsoPage.tsx";
import "../../../src/providers/signIn/testSignIn.ts";
import { apiDouble, otherServer } from "../../support/apiDouble.ts";
import { entraMetadata, oktaMetadata, SP_METADATA } from "../../support/idpMetadata.ts";
import { anOrganization } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre, overviewIs, ways, waysAre } from "./adminRecords.ts";

const api = apiDouble("admin");

const provider = (given: Partial<SsoProvider> = {}): SsoProvider => ({
  kind: null,
  providerId: null,
  idpEntityId: null,
  ssoUrl: null,
  certificates: [],
  issuer: null,
  clientId: null,
  hasClientSecret: false,
  toCopy: {
    entityId: "https://console.example.com/sso/org-1",
    callbackUrl: "https://auth.example.com/__/auth/handler",
  },
  triedAt: null,
  version: 3,
  ...given,
});
const saml = provider({
  kind: "saml",
  providerId: "saml.org-1",
  idpEntityId: "https://idp.example.com/metadata",
  ssoUrl: "https://dev-1.okta.com/sso",
  certificates: [
    {
      certificate: "PEM-1",
      subject: "CN=idp.example.com",
      fingerprint: "AA:BB",
      startsAt: "2026-01-01T00:00:00.000Z",
      endsAt: "2027-01-31T00:00:00.000Z",
    },
  ],
});

beforeEach(() => {
  organizationsAre(anOrganization());
  overviewIs();
  otherServer.use(http.get("/config.json", () => HttpResponse.json({ emulator: false })));
});

function openWizard(given: SsoProvider) {
  api.answer("GET /organizations/{id}/ways/provider", () => given);
  openAdmin("/organizations/1/sso");
  return screen.findByRole("region", { name: "シングルサインオンの設定" });
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string | RegExp) => screen.getByLabelText(name);

describe("the wizard of single sign-on", () => {
  it("leads from the identity provider over what it has to know to what it tells", async () => {
    await openWizard(provider());
    await userEvent.click(await screen.findByRole("radio", { name: "Okta" }));
    expect(screen.getByRole("button", { name: "4. テストログイン" })).toBeDisabled();
    await press("次へ");
    expect(screen.getByRole("button", { name: "2. IdPに登録する値" })).toHaveFocus();
    expect(screen.getByText("https://console.example.com/sso/org-1")).toBeVisible();
    expect(screen.getByText("Single sign-on URL")).toBeVisible();
    expect(screen.getByText(/Metadata URL/)).toBeVisible();
    await press("次へ");
    await press("保存して次へ");
    expect(field(/^IdPのエンティティID/)).toBeInvalid();
    expect(screen.getByText("証明書を入力してください。")).toBeVisible();
    expect(api.sent).toEqual([]);
    await userEvent.type(field(/^IdPのエンティティID/), "https://idp.example.com/metadata");
    await userEvent.type(field(/^IdPのログインURL/), "http://idp.example.com");
    await userEvent.tab();
    expect(field(/^IdPのログインURL/)).toHaveAccessibleDescription(
      "https://で始まるURLを入力してください。",
    );
    await userEvent.clear(field(/^IdPのログインURL/));
    await userEvent.type(field(/^IdPのログインURL/), "https://idp.example.com/sso");
    await userEvent.type(field(/^証明書/), "PEM-1");
    api.answer("PUT /organizations/{id}/ways/provider", () => saml);
    api.answer("GET /organizations/{id}/ways/provider", () => saml);
    await press("保存して次へ");
    expect(await screen.findByText("まだ成功していません。")).toBeVisible();
    expect(screen.getByRole("button", { name: "4. テストログイン" })).toHaveFocus();
    expect(api.sent).toMatchObject([
      {
        ifMatch: '"3"',
        body: {
          kind: "saml",
          idpEntityId: "https://idp.example.com/metadata",
          ssoUrl: "https://idp.example.com/sso",
          certificates: ["PEM-1"],
        },
      },
    ]);
  });

  it("asks an OpenID Connect client for other values", async () => {
    await openWizard(provider());
    await userEvent.click(await screen.findByRole("radio", { name: "OpenID Connect" }));
    await press("次へ");
    expect(screen.getByText("リダイレクトURI")).toBeVisible();
    expect(screen.queryByText("https://console.example.com/sso/org-1")).toBeNull();
    await press("次へ");
    expect(field(/^発行者/)).toBeVisible();
    expect(field(/^クライアントシークレット/)).toHaveAttribute("type", "password");
  });

  it("holds the next certificate beside the one in use, and says what is wrong with it", async () => {
    expectConsoleErrors();
    await openWizard(saml);
    await press("3. IdPの情報");
    const stored = within(screen.getByRole("list", { name: "登録済みの証明書" }));
    expect(stored.getByText(/2027年1月31日まで有効/)).toBeVisible();
    await userEvent.type(field(/^次の証明書/), "PEM-2");
    const sentence = "有効期限が切れている証明書です。";
    api.refuse(
      "PUT /organizations/{id}/ways/provider",
      validationFailed({ certificates: sentence }),
    );
    await press("保存して次へ");
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(api.sent).toMatchObject([{ body: { certificates: ["PEM-1", "PEM-2"] } }]);
  });

  it("takes the values from a metadata file, and says what is wrong with another one", async () => {
    await openWizard(provider());
    await press("3. IdPの情報");
    const zone = within(screen.getByRole("group", { name: "IdPのメタデータ（XML）" }));
    const choose = (text: string) =>
      userEvent.upload(zone.getByLabelText(/選択/), new File([text], "metadata.xml"));
    await choose(SP_METADATA);
    expect(await screen.findByText(/サービスプロバイダー（SP）のメタデータです。/)).toBeVisible();
    expect(field(/^IdPのエンティティID/)).toHaveValue("");
    await choose("x".repeat(200_001));
    expect(await screen.findByText(/200KB以下の/)).toBeVisible();
    await choose(entraMetadata("MIIC1", "MIIC2"));
    expect(await screen.findByText(/証明書2件/)).toBeVisible();
    expect(field(/^IdPのエンティティID/)).toHaveValue("https://sts.windows.net/72f988bf/");
    api.answer("PUT /organizations/{id}/ways/provider", () => saml);
    api.answer("GET /organizations/{id}/ways/provider", () => saml);
    await press("保存して次へ");
    expect(await screen.findByText("まだ成功していません。")).toBeVisible();
    expect(api.sent).toMatchObject([
      {
        body: {
          idpEntityId: "https://sts.windows.net/72f988bf/",
          ssoUrl: "https://login.microsoftonline.com/72f988bf/saml2",
          certificates: [/MIIC1/, /MIIC2/].map((text) => expect.stringMatching(text)),
        },
      },
    ]);
  });

  it("takes the values from pasted metadata", async () => {
    await openWizard(provider());
    await press("3. IdPの情報");
    await press("XMLを貼り付ける");
    await userEvent.click(field("メタデータの内容"));
    await userEvent.paste(oktaMetadata("MIIC1"));
    expect(field(/^IdPのエンティティID/)).toHaveValue("http://www.okta.com/exk1");
    expect(screen.getByText(/証明書1件/)).toBeVisible();
  });

  it("is taken away after a question, with what was required", async () => {
    waysAre({
      password: false,
      google: false,
      sso: {
        kind: "saml",
        providerId: "saml.org-1",
        required: true,
        breakGlassUserIds: ["u2"],
        asksForSecondFactor: false,
        triedAt: "2026-11-20T01:00:00.000Z",
      },
      version: 6,
    });
    await openWizard(saml);
    await press("接続を削除");
    const question = within(await screen.findByRole("alertdialog", { name: "接続の削除" }));
    expect(question.getByText(/必須の設定も解除されます。/)).toBeVisible();
    expect(api.sent).toEqual([]);
    api.answer("PUT /organizations/{id}/ways", () => ways({ version: 7 }));
    await userEvent.click(question.getByRole("button", { name: "接続を削除" }));
    expect(await screen.findByText("シングルサインオンの接続を削除しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      { ifMatch: '"6"', body: { sso: null, password: true, google: false } },
    ]);
  });

  it("has nothing to take away where there is none", async () => {
    await openWizard(provider());
    await screen.findByRole("button", { name: "設定用リンクを発行" });
    expect(screen.queryByRole("button", { name: "接続を削除" })).toBeNull();
  });

  it("is handed to the customer's IT by a link that is told once", async () => {
    await openWizard(provider());
    const url = `https://console.example.com/app/set-up#token=${"t".repeat(43)}`;
    api.answer("POST /organizations/{id}/ways/set-up-link", () => ({
      url,
      endsAt: "2026-12-05T01:00:00.000Z",
    }));
    await press("設定用リンクを発行");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByRole("textbox", { name: "設定用リンク" })).toHaveValue(url);
    expect(dialog.getByText(/2026\/12\/05 10:00まで有効です。/)).toBeVisible();
  });
});
