import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_SCOPES } from "../../../domain/access.ts";
import type { ServiceKey } from "../../../domain/api/serviceKeys.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { endOfDay, endOfTerm } from "../../../domain/serviceKeys/rules.ts";
import { addDays, formatDateJa, tokyoDate } from "../../../domain/text/dates.ts";
import { unavailable, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { copiedText } from "../../support/copiedText.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { anOrganization, aServiceKey } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";

const api = apiDouble("admin");
const KEY = `kis_0123456789ab_${"s".repeat(43)}`;

const organizations = ["デモ株式会社", "サンプル商事", "東西物産"].map((organizationName, index) =>
  anOrganization({ organizationId: index + 1, organizationName }),
);

/** A key for these organizations, or for all. */
function boundTo(organizationIds: number[] | null) {
  if (!organizationIds) return { organizationIds, organizations: null };
  const named = organizations
    .filter(({ organizationId }) => organizationIds.includes(organizationId))
    .map(({ organizationId, organizationName }) => ({ organizationId, organizationName }));
  return { organizationIds, organizations: named };
}

function keysAre(...keys: ServiceKey[]): void {
  api.answer("GET /service-keys", paged(keys));
  api.answer("GET /organizations", paged(organizations));
  api.answer("POST /service-keys", ({ body: { name, scopes, organizationIds } }) => {
    const created = aServiceKey({
      serviceKeyId: 9,
      name,
      scopes,
      ...boundTo(organizationIds),
      lastUsedAt: null,
    });
    keys.unshift(created);
    return { ...created, key: KEY };
  });
  api.answer("POST /service-keys/{id}/replacement", ({ params, body: { endsAt } }) => {
    const first = found(keys.find(({ serviceKeyId }) => serviceKeyId === params.id));
    Object.assign(first, { endsAt: new Date(endsAt).toISOString(), replacedBy: 9 });
    return { ...first, serviceKeyId: 9, endsAt: null, replacedBy: null, key: KEY };
  });
  api.answer("DELETE /service-keys/{id}", ({ params }) => {
    const key = found(keys.find(({ serviceKeyId }) => serviceKeyId === params.id));
    return Object.assign(key, { revokedAt: "2026-04-03T00:00:00.000Z" });
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pressIn = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole("button", { name }));
const nameField = () => screen.findByRole("textbox", { name: "名前" });
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest("tr");
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};

async function create(name: string): Promise<HTMLElement> {
  await press("サービスキーを発行");
  await userEvent.type(await nameField(), name);
  await press("発行する");
  return screen.findByRole("alertdialog", { name: "発行したサービスキー" });
}

afterEach(() => vi.restoreAllMocks());

describe("the service key screens", () => {
  it("list what each key may do, its beginning, its last use and whether it is revoked or held", async () => {
    keysAre(
      aServiceKey(),
      aServiceKey({
        serviceKeyId: 2,
        name: "旧環境",
        scopes: ["limits.read"],
        prefix: "kis_ffffffffffff",
        lastUsedAt: null,
        revokedAt: "2026-04-03T00:00:00.000Z",
      }),
      aServiceKey({ serviceKeyId: 3, name: "復元前", heldAt: "2026-04-04T00:00:00.000Z" }),
    );
    openAdmin("/service-keys");
    const active = await rowOf("文字起こし本番");
    expect(active).toHaveTextContent("利用実績の報告利用可能な残量の照会");
    expect(active).toHaveTextContent("kis_0123456789ab…");
    expect(active).toHaveTextContent("2026/04/02 09:05");
    expect(active).toHaveTextContent("有効");
    const revoked = await rowOf("旧環境");
    expect(revoked).toHaveTextContent("利用なし");
    expect(revoked).toHaveTextContent("失効2026/04/03 09:00");
    expect(within(revoked).queryByRole("button")).toBeNull();
    const held = await rowOf("復元前");
    expect(held).toHaveTextContent("復元後の保留2026/04/04 09:00");
    expect(within(held).getByRole("button", { name: "復元前を失効させる" })).toBeVisible();
    expect(api.calls("GET /service-keys")[0]?.query).toMatchObject({ sort: "createdAt,desc" });
  });

  it("say until when each key works, and offer to replace those that do", async () => {
    const day = (days: number) => new Date(Date.now() + (days + 0.5) * 86_400_000).toISOString();
    keysAre(
      aServiceKey({ endsAt: day(9) }),
      aServiceKey({ serviceKeyId: 2, name: "無期限" }),
      aServiceKey({ serviceKeyId: 3, name: "昨日まで", endsAt: day(-1.5) }),
      aServiceKey({ serviceKeyId: 4, name: "旧キー", endsAt: day(0), replacedBy: 1 }),
    );
    openAdmin("/service-keys");
    const ending = await rowOf("文字起こし本番");
    expect(ending).toHaveTextContent("あと9日");
    expect(within(ending).getByRole("button", { name: /の切り替え$/ })).toBeVisible();
    expect(await rowOf("無期限")).toHaveTextContent("なし");
    const ended = await rowOf("昨日まで");
    expect(ended).toHaveTextContent("期限切れ");
    const replaced = await rowOf("旧キー");
    expect(replaced).toHaveTextContent("24時間以内（切り替え済み）");
    for (const row of [ended, replaced]) {
      expect(within(row).queryByRole("button", { name: /の切り替え$/ })).toBeNull();
    }
  });

  it("create a key without an end, or for 90 days", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "短期");
    const term = screen.getByRole("combobox", { name: /^期限/ });
    expect(term).toHaveDisplayValue("1年");
    await userEvent.selectOptions(term, "90日");
    await press("発行する");
    await screen.findByRole("alertdialog");
    expect(api.sent[0]?.body).toMatchObject({
      endsAt: endOfTerm("days90", tokyoDate(new Date())),
    });
  });

  it("give a directory's key no other right, and ask for its organization", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "Entra ID");
    const scope = (name: RegExp) => screen.getByRole("checkbox", { name });
    await userEvent.click(scope(/SCIM/));
    expect(scope(/利用実績の報告/)).not.toBeChecked();
    await press("発行する");
    expect(screen.getByRole("radio", { name: "すべての組織" })).toHaveAccessibleDescription(
      fieldSentences.oneOrganization,
    );
    expect(screen.getByRole("radio", { name: "すべての組織" })).toHaveFocus();
    await userEvent.click(scope(/利用実績の報告/));
    expect(scope(/SCIM/)).not.toBeChecked();
    expect(api.sent).toEqual([]);
  });

  it("replace a key: the second one is told, the first works until the chosen day", async () => {
    keysAre(aServiceKey());
    openAdmin("/service-keys");
    await press("文字起こし本番の切り替え");
    const dialog = await screen.findByRole("dialog", { name: "サービスキーの切り替え" });
    const last = addDays(tokyoDate(new Date()), 20);
    const field = within(dialog).getByLabelText(/^現在のキーを使用できる最後の日/);
    fireEvent.change(field, { target: { value: last } });
    await pressIn(dialog, "切り替える");
    const told = await screen.findByRole("alertdialog", { name: "発行したサービスキー" });
    expect(told).toHaveTextContent(`以前のキーは${formatDateJa(last)}まで使用できます。`);
    expect(within(told).getByRole("textbox")).toHaveValue(KEY);
    expect(api.sent).toMatchObject([
      { path: "/service-keys/1/replacement", body: { endsAt: endOfDay(last) } },
    ]);
    expect(await rowOf("文字起こし本番")).toHaveTextContent("切り替え済み");
  });

  it("refuse a day beyond 90 days before anything is sent", async () => {
    keysAre(aServiceKey());
    openAdmin("/service-keys");
    await press("文字起こし本番の切り替え");
    const dialog = await screen.findByRole("dialog", { name: "サービスキーの切り替え" });
    const field = within(dialog).getByLabelText(/^現在のキーを使用できる最後の日/);
    fireEvent.change(field, { target: { value: addDays(tokyoDate(new Date()), 90) } });
    await pressIn(dialog, "切り替える");
    expect(within(dialog).getByText(fieldSentences.endTooLate(90))).toBeVisible();
    expect(api.sent).toEqual([]);
  });

  it("say what a key is for while there is none", async () => {
    keysAre();
    openAdmin("/service-keys");
    expect(await screen.findByText("データがありません。")).toBeVisible();
    expect(
      screen.getByText(/利用実績を報告し、利用可能な残量を照会し、辞書の単語を取得します。/),
    ).toBeVisible();
    const table = within(screen.getByRole("table"));
    expect(table.getByRole("button", { name: "サービスキーを発行" })).toBeVisible();
  });

  it("create a key with all rights but that of a directory, for all organizations, and copy it", async () => {
    userEvent.setup();
    keysAre();
    openAdmin("/service-keys");
    const dialog = await create("  新環境 ");
    expect(api.sent).toEqual([
      {
        method: "POST",
        path: "/service-keys",
        ifMatch: null,
        body: {
          name: "新環境",
          scopes: [...DEFAULT_SCOPES],
          organizationIds: null,
          endsAt: endOfTerm("year", tokyoDate(new Date())),
        },
      },
    ]);
    expect(dialog).toHaveTextContent("この画面を閉じると、二度と表示できません。");
    expect(within(dialog).getByRole("textbox", { name: "サービスキー" })).toHaveValue(KEY);
    await pressIn(dialog, "サービスキーをコピー");
    expect(await within(dialog).findByText("コピーしました。")).toBeVisible();
    expect(await copiedText()).toBe(KEY);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await rowOf("新環境")).toHaveTextContent("kis_0123456789ab…");
    expect(document.body).not.toHaveTextContent(KEY);
    expect(screen.queryByDisplayValue(KEY)).toBeNull();
  });

  it("keep the key on the screen until it is copied or the dialog is closed by its button", async () => {
    userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    keysAre();
    openAdmin("/service-keys");
    const dialog = await create("新環境");
    await pressIn(dialog, "サービスキーをコピー");
    expect(await within(dialog).findByText(/^自動でコピーできませんでした。/)).toBeVisible();
    await userEvent.keyboard("{Escape}");
    const [cross, close] = within(dialog).getAllByRole("button", { name: "閉じる" });
    expect(cross).toBeDisabled();
    expect(within(dialog).getByRole("textbox")).toHaveValue(KEY);
    if (close) await userEvent.click(close);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("create a key with one right alone", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "照会用");
    await userEvent.click(screen.getByRole("checkbox", { name: "利用実績の報告" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "単語の取得" }));
    await press("発行する");
    await screen.findByRole("alertdialog");
    expect(api.sent[0]?.body).toMatchObject({ name: "照会用", scopes: ["limits.read"] });
  });

  it("create a key for the organizations that are chosen by keyboard, without those taken out", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "二社用");
    expect(screen.getByRole("radio", { name: "すべての組織" })).toBeChecked();
    expect(screen.queryByRole("combobox", { name: "組織" })).toBeNull();
    screen.getByRole("radio", { name: "すべての組織" }).focus();
    await userEvent.keyboard("{ArrowDown}");
    const field = await screen.findByRole("combobox", { name: "組織" });
    for (const name of ["デモ", "サンプル", "東西"]) {
      await userEvent.type(field, name);
      await screen.findByRole("option", { name: /東西物産/ });
      const steps = ["デモ", "サンプル", "東西"].indexOf(name);
      await userEvent.keyboard(`${"{ArrowDown}".repeat(steps)}{Enter}`);
      expect(field).toHaveValue("");
    }
    await userEvent.click(screen.getByRole("button", { name: "サンプル商事を外す" }));
    expect(field).toHaveFocus();
    const chosen = screen.getByRole("list", { name: "選択した組織" });
    expect(chosen).toHaveTextContent("デモ株式会社東西物産");
    await press("発行する");
    await screen.findByRole("alertdialog", { name: "発行したサービスキー" });
    expect(api.sent[0]?.body).toMatchObject({ name: "二社用", organizationIds: [1, 3] });
    expect(await rowOf("二社用")).toHaveTextContent("デモ株式会社東西物産");
  });

  it("refuse a key for chosen organizations without one, at the field", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "新環境");
    await userEvent.click(screen.getByRole("radio", { name: "組織を選択" }));
    await press("発行する");
    const field = screen.getByRole("combobox", { name: "組織" });
    expect(field).toHaveAccessibleDescription(/組織を選択してください。$/);
    expect(field).toBeInvalid();
    expect(api.sent).toEqual([]);
    await userEvent.click(screen.getByRole("radio", { name: "すべての組織" }));
    await press("発行する");
    await screen.findByRole("alertdialog", { name: "発行したサービスキー" });
    expect(api.sent[0]?.body).toMatchObject({ organizationIds: null });
  });

  it("say at the organizations that the server does not know one", async () => {
    expectConsoleErrors();
    keysAre();
    openAdmin("/service-keys");
    const sentence = fieldSentences.organizationUnknown;
    api.refuse("POST /service-keys", validationFailed({ organizationIds: sentence }));
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "新環境");
    await userEvent.click(screen.getByRole("radio", { name: "組織を選択" }));
    const field = screen.getByRole("combobox", { name: "組織" });
    await userEvent.type(field, "デモ");
    await userEvent.click(await screen.findByRole("option", { name: /デモ株式会社/ }));
    await press("発行する");
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription(new RegExp(`${sentence}$`));
  });

  it("name at most two organizations of a key, and say of the others that they are for all", async () => {
    keysAre(aServiceKey(boundTo([1, 2, 3])), aServiceKey({ serviceKeyId: 2, name: "旧環境" }));
    openAdmin("/service-keys");
    expect(await rowOf("文字起こし本番")).toHaveTextContent("デモ株式会社サンプル商事ほか1件");
    expect(await rowOf("旧環境")).toHaveTextContent("すべて");
    expect(screen.getByRole("columnheader", { name: "対象の組織" })).toBeVisible();
  });

  it("refuse a key without a name or a right before anything is sent", async () => {
    keysAre();
    openAdmin("/service-keys");
    await press("サービスキーを発行");
    const name = await nameField();
    for (const scope of screen.getAllByRole("checkbox", { checked: true })) {
      await userEvent.click(scope);
    }
    await press("発行する");
    expect(await screen.findByText("名前を入力してください。")).toBeVisible();
    expect(screen.getByText("権限を選択してください。")).toBeVisible();
    expect(name).toHaveAccessibleDescription(/名前を入力してください。/);
    expect(api.sent).toEqual([]);
  });

  it("show the server's objection at the field, and keep the input", async () => {
    expectConsoleErrors();
    keysAre();
    openAdmin("/service-keys");
    api.refuse("POST /service-keys", validationFailed({ name: "使用できない名前です。" }));
    await press("サービスキーを発行");
    await userEvent.type(await nameField(), "新環境");
    await press("発行する");
    expect(await screen.findByText("使用できない名前です。")).toBeVisible();
    expect(await nameField()).toHaveValue("新環境");
  });

  it("revoke a key after saying which one and what stops", async () => {
    keysAre(aServiceKey());
    openAdmin("/service-keys");
    await press("文字起こし本番を失効させる");
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog).toHaveTextContent("文字起こし本番kis_0123456789ab…");
    expect(dialog).toHaveTextContent("最終利用日時：2026/04/02 09:05");
    expect(
      within(dialog)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["利用実績の報告", "利用可能な残量の照会"]);
    await pressIn(dialog, "失効させる");
    expect(
      await screen.findByText("サービスキー「文字起こし本番」を失効させました。"),
    ).toBeVisible();
    await waitFor(async () => expect(await rowOf("文字起こし本番")).toHaveTextContent("失効2026"));
    expect(api.sent).toEqual([
      { method: "DELETE", path: "/service-keys/1", ifMatch: null, body: undefined },
    ]);
  });

  it("leave a key alone if the admin thinks better of it", async () => {
    keysAre(aServiceKey());
    openAdmin("/service-keys");
    await press("文字起こし本番を失効させる");
    await pressIn(await screen.findByRole("alertdialog"), "キャンセル");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(api.sent).toEqual([]);
  });

  it("say in the dialog why a key was not revoked", async () => {
    expectConsoleErrors();
    keysAre(aServiceKey());
    openAdmin("/service-keys");
    api.refuse("DELETE /service-keys/{id}", unavailable());
    await press("文字起こし本番を失効させる");
    const dialog = await screen.findByRole("alertdialog");
    await pressIn(dialog, "失効させる");
    expect(await within(dialog).findByText(unavailable().message)).toBeVisible();
  });
});
