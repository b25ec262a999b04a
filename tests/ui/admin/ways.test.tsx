import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ways } from "../../../domain/ways/schemas.ts";
import { ruleBroken, staleVersion, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { anOrganization, aUser } from "../../support/records.ts";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { organizationsAre, overviewIs, usersAre, ways, waysAre } from "./adminRecords.ts";

const PAGE = "/organizations/1/show";
const RECORD = "knowledge-insight-verification=0123";
const AT = "2026-11-20T01:00:00.000Z";

const api = apiDouble("admin");

const sso: NonNullable<Ways["sso"]> = {
  kind: "saml",
  providerId: "saml.org-1",
  required: false,
  breakGlassUserIds: [],
  asksForSecondFactor: false,
  triedAt: AT,
};
const domain = (name: string, provenAt: string | null = null) => ({
  name,
  record: RECORD,
  provenAt,
});

beforeEach(() => {
  organizationsAre(anOrganization());
  contractsAre([]);
  overviewIs();
  usersAre(aUser({ userId: "u2", userName: "鈴木 一郎", isOrganizationAdmin: true }));
});

const card = async (name: string) => within(await screen.findByRole("region", { name }));
const valueBelow = (region: Awaited<ReturnType<typeof card>>, label: string) =>
  region.getByText(label).nextElementSibling;

async function openForm() {
  openAdmin(PAGE);
  const region = await card("ログイン方法");
  await userEvent.click(await region.findByRole("button", { name: "ログイン方法を変更" }));
  return within(await screen.findByRole("dialog", { name: "ログイン方法の変更" }));
}
const check = (form: Awaited<ReturnType<typeof openForm>>, name: string | RegExp) =>
  userEvent.click(form.getByRole("checkbox", { name }));
const save = (form: Awaited<ReturnType<typeof openForm>>) =>
  userEvent.click(form.getByRole("button", { name: "保存" }));

describe("the ways to sign in of an organization", () => {
  it("are the password and Google at first", async () => {
    openAdmin(PAGE);
    const region = await card("ログイン方法");
    expect(await region.findByRole("link", { name: "シングルサインオンを設定" })).toHaveAttribute(
      "href",
      "/admin/organizations/1/sso",
    );
    expect(valueBelow(region, "パスワード")).toHaveTextContent("利用する");
    expect(valueBelow(region, "シングルサインオン")).toHaveTextContent("利用しない");
    expect(valueBelow(region, "初回ログイン時に登録")).toHaveTextContent("利用しない");
  });

  it("say that nothing but single sign-on is left, and who keeps the password", async () => {
    waysAre({ sso: { ...sso, required: true, breakGlassUserIds: ["u2"] } });
    openAdmin(PAGE);
    const region = await card("ログイン方法");
    expect(await region.findByText("必須")).toBeVisible();
    expect(valueBelow(region, "パスワード")).toHaveTextContent("利用しない（シングルサインオンが");
    expect(valueBelow(region, "緊急用アカウント")).toHaveTextContent("1人");
  });

  it("are saved as a whole, with the version that was opened", async () => {
    const domains = [domain("example.com", AT)];
    waysAre({ sso, domains, version: 4 });
    api.answer("PUT /organizations/{id}/ways", () => ({ ...ways({ sso }), version: 5 }));
    const form = await openForm();
    await check(form, "シングルサインオンを必須にする");
    await userEvent.click(await form.findByRole("checkbox", { name: "鈴木 一郎" }));
    await save(form);
    expect(await screen.findByText("ログイン方法を変更しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      {
        method: "PUT",
        ifMatch: '"4"',
        body: { domains, sso: { required: true, breakGlassUserIds: ["u2"] } },
      },
    ]);
  });

  it("cannot be single sign-on alone before a test sign-in", async () => {
    waysAre({ sso: { ...sso, triedAt: null } });
    const form = await openForm();
    const required = form.getByRole("checkbox", { name: "シングルサインオンを必須にする" });
    expect(required).toBeDisabled();
    expect(required).toHaveAccessibleDescription(/テストログインを成功させてください/);
  });

  it("cannot be single sign-on alone before a domain was proven", async () => {
    waysAre({ sso, domains: [domain("example.com")] });
    const form = await openForm();
    const required = form.getByRole("checkbox", { name: "シングルサインオンを必須にする" });
    expect(required).toBeDisabled();
    expect(required).toHaveAccessibleDescription(/確認済みドメインが必要です。/);
  });

  it("say at their field what the server refuses", async () => {
    expectConsoleErrors();
    waysAre({ sso, domains: [domain("example.com", AT)] });
    const sentence = "緊急時にパスワードでログインする組織管理者を、1人以上選択してください。";
    api.refuse(
      "PUT /organizations/{id}/ways",
      validationFailed({ "sso.breakGlassUserIds": sentence }),
    );
    const form = await openForm();
    await check(form, "シングルサインオンを必須にする");
    await form.findByRole("checkbox", { name: "鈴木 一郎" });
    await save(form);
    expect(
      await form.findByRole("group", { name: /緊急用アカウント/ }),
    ).toHaveAccessibleDescription(sentence);
  });

  it("are saved over another change only after that was shown", async () => {
    expectConsoleErrors();
    waysAre({ version: 4 });
    api.refuse("PUT /organizations/{id}/ways", staleVersion(ways({ version: 5 })), { once: true });
    const form = await openForm();
    await check(form, "Google");
    waysAre({ version: 5 });
    await save(form);
    expect(await form.findByText(/他の利用者が先に更新したため/)).toBeVisible();
    api.answer("PUT /organizations/{id}/ways", () => ways({ google: false, version: 6 }));
    await save(form);
    expect(await screen.findByText("ログイン方法を変更しました。")).toBeVisible();
    expect(api.sent.map(({ ifMatch }) => ifMatch)).toEqual(['"4"', '"5"']);
  });
});

describe("the domains of an organization", () => {
  it("are added in the way they are looked up", async () => {
    waysAre({ version: 4 });
    api.answer("PUT /organizations/{id}/ways", () => ways({ domains: [domain("example.co.jp")] }));
    openAdmin(PAGE);
    const region = await card("ドメイン");
    await userEvent.click(region.getByRole("button", { name: "ドメインを追加" }));
    const form = within(await screen.findByRole("dialog"));
    await userEvent.type(form.getByRole("textbox", { name: "ドメイン" }), "例");
    await userEvent.click(form.getByRole("button", { name: "ドメインを追加" }));
    expect(form.getByRole("textbox", { name: "ドメイン" })).toHaveAccessibleDescription(
      /example.co.jpの形式で入力してください。/,
    );
    await userEvent.clear(form.getByRole("textbox", { name: "ドメイン" }));
    await userEvent.type(form.getByRole("textbox", { name: "ドメイン" }), "ＥＸＡＭＰＬＥ.co.jp");
    await userEvent.click(form.getByRole("button", { name: "ドメインを追加" }));
    expect(await screen.findByText("ドメインを追加しました。")).toBeVisible();
    expect(api.sent).toMatchObject([
      { ifMatch: '"4"', body: { domains: [{ name: "example.co.jp" }] } },
    ]);
  });

  it("show the record to set until they are proven", async () => {
    expectConsoleErrors();
    waysAre({ domains: [domain("a.example.com", AT), domain("b.example.com")] });
    openAdmin(PAGE);
    const region = await card("ドメイン");
    const [proven, waiting] = await region.findAllByRole("listitem");
    expect(proven).toHaveTextContent("確認済み");
    expect(proven).not.toHaveTextContent(RECORD);
    expect(waiting).toHaveTextContent("未確認");
    expect(waiting).toHaveTextContent(RECORD);
    api.refuse("POST /organizations/{id}/ways/domains/check", ruleBroken("DOMAIN_NOT_PROVEN"), {
      once: true,
    });
    const look = () =>
      userEvent.click(region.getByRole("button", { name: "b.example.comを確認する" }));
    await look();
    expect(await region.findByText(/TXTレコードが見つかりませんでした/)).toBeVisible();
    api.answer("POST /organizations/{id}/ways/domains/check", () => ways());
    await look();
    expect(await screen.findByText("b.example.comを確認しました。")).toBeVisible();
  });

  it("are taken off after a question", async () => {
    waysAre({ domains: [domain("a.example.com", AT), domain("b.example.com")], version: 2 });
    api.answer("PUT /organizations/{id}/ways", () => ways());
    openAdmin(PAGE);
    const region = await card("ドメイン");
    await userEvent.click(await region.findByRole("button", { name: "a.example.comを外す" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(api.sent).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "外す" }));
    expect(await screen.findByText("ドメインを外しました。")).toBeVisible();
    expect(api.sent).toMatchObject([{ body: { domains: [{ name: "b.example.com" }] } }]);
  });
});
