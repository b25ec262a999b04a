import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { UserImport } from "../../../domain/userImports/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
import { draftKeys } from "../../../src/providers/data/drafts.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { anOrganization, aPeopleCheck, aUserImport, aWorkspace } from "../../support/records.ts";
import { organizationsAre, overviewIs, usersAre } from "../admin/adminRecords.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { contractsAre } from "../contracts/contractRecords.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { openAdmin } from "../contracts/openAdmin.tsx";
import { membersAre } from "./memberRecords.ts";

const staff = apiDouble("staff");
const admin = apiDouble("admin");

const checked = aPeopleCheck({
  fileName: "一括招待.csv",
  counts: { new: 2, update: 0, unchanged: 0, disable: 3, error: 0 },
});

const none = paged<UserImport>([]);

/** The lines of the file that the page has sent; undefined if it has sent none. */
async function sentLines(): Promise<string[] | undefined> {
  const { file } = Object(staff.sent.at(-1)?.body ?? admin.sent.at(-1)?.body);
  return file instanceof File ? (await file.text()).trim().split("\r\n") : undefined;
}

const PASTED = "山田 太郎 <yamada@example.com>、 sato@example.com";

const addresses = () => screen.findByRole("textbox", { name: "メールアドレス" });
const submit = () => userEvent.click(screen.getByRole("button", { name: "内容を確認" }));
const check = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));
const paste = async (text: string) => {
  await userEvent.click(await addresses());
  await userEvent.paste(text);
};

describe("the invitation of several members by an organization admin", () => {
  beforeEach(() => {
    membersAre([]);
    staff.answer("POST /user-imports/check", () => checked);
    staff.answer("GET /user-imports", none);
    staff.answer("GET /workspaces", paged([aWorkspace({ workspaceName: "営業部" })]));
  });

  it("reads a pasted list as a file of the import, and leaves those out of it alone", async () => {
    openStaffArea("/users/create");
    await userEvent.click(
      await screen.findByRole("link", { name: "複数のメールアドレスでまとめて招待" }),
    );
    await screen.findByRole("heading", { level: 1, name: "メンバーの一括招待" });
    await paste(PASTED);
    expect(screen.getByText("2人のメールアドレス")).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "組織" })).toBeNull();
    await check("辞書管理者");
    await userEvent.click(await screen.findByRole("checkbox", { name: "営業部" }));
    await submit();
    const shown = within(await screen.findByRole("region", { name: "取り込み内容の確認" }));
    expect(shown.getByText(/2人を招待します。/)).toBeVisible();
    expect(shown.queryByRole("radio", { name: /変更しない/ })).toBeNull();
    expect(shown.queryByText(/ファイルにない/)).toBeNull();
    expect(shown.getByRole("radio", { name: "追加 2" })).toBeChecked();
    expect(await sentLines()).toEqual([
      "氏名,メールアドレス,役割,ワークスペース",
      "山田 太郎,yamada@example.com,辞書管理者,営業部",
      "sato,sato@example.com,辞書管理者,営業部",
    ]);
  });

  it("sends a name that a spreadsheet would calculate as an export writes it", async () => {
    openStaffArea("/users/invite");
    await paste("=1+1 <sum@example.com>");
    await submit();
    await screen.findByRole("region", { name: "取り込み内容の確認" });
    expect((await sentLines())?.[1]).toBe("'=1+1,sum@example.com,一般,");
  });

  it("says at the field what is no address, and sends nothing", async () => {
    openStaffArea("/users/invite");
    await addresses();
    await submit();
    expect(await addresses()).toHaveAccessibleDescription(/メールアドレスを入力してください。/);
    await paste("sato@example.com, 田中");
    await submit();
    expect(await addresses()).toHaveAccessibleDescription(
      /メールアドレスとして読み取れません：田中/,
    );
    expect(await addresses()).toHaveFocus();
    expect(await sentLines()).toBeUndefined();
  });

  it("keeps what was pasted beyond the end of the session, until the people are invited", async () => {
    window.localStorage.clear();
    openStaffArea("/users/invite");
    await paste(PASTED);
    await check("辞書管理者");
    const profile = userProfile.get();
    userProfile.clear();
    cleanup();
    userProfile.set(profile);
    openStaffArea("/users/invite");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    expect(await addresses()).toHaveValue(PASTED);
    expect(screen.getByRole("checkbox", { name: "辞書管理者" })).toBeChecked();
    await submit();
    await screen.findByRole("region", { name: "取り込み内容の確認" });
    expect(draftKeys()).toHaveLength(1);
    staff.answer("POST /user-imports", () => aUserImport());
    staff.answer("GET /user-imports/{id}", () => aUserImport());
    await userEvent.click(screen.getByRole("button", { name: "取り込む" }));
    await waitFor(() => expect(draftKeys()).toEqual([]));
  });

  it("keeps what was pasted where the server does not take it", async () => {
    expectConsoleErrors();
    staff.refuse("POST /user-imports/check", unavailable());
    openStaffArea("/users/invite");
    await paste(PASTED);
    await submit();
    expect(await screen.findByText(unavailable().message)).toBeVisible();
    expect(await addresses()).toHaveValue(PASTED);
  });
});

describe("the invitation of several users by a system admin", () => {
  const demo = anOrganization();
  const sample = anOrganization({
    organizationId: 2,
    organizationNo: "10000002",
    organizationName: "サンプル商事",
  });

  beforeEach(() => {
    userProfile.set({ ...NO_PROFILE, isSystemAdmin: true });
    usersAre();
    organizationsAre(demo, sample);
    admin.answer("POST /user-imports/check", () => checked);
    admin.answer("GET /user-imports", none);
    admin.answer("GET /organizations/{id}/workspaces", ({ params, query }) => {
      const [workspaceId, workspaceName] = params.id === 1 ? [3, "営業部"] : [4, "法務部"];
      return paged([{ workspaceId, workspaceName, memberCount: 1 }])({ query });
    });
  });

  const choose = async (name: string) => {
    const organization = await screen.findByRole("combobox", { name: "組織" });
    await userEvent.clear(organization);
    await userEvent.type(organization, name);
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(name) }));
  };

  it("names the chosen organization and its workspaces in the file", async () => {
    openAdmin("/users/create");
    await userEvent.click(
      await screen.findByRole("link", { name: "複数のメールアドレスでまとめて招待" }),
    );
    await screen.findByRole("heading", { level: 1, name: "利用者の一括招待" });
    expect(
      screen.getByText("組織を選択すると、その組織のワークスペースが表示されます。"),
    ).toBeVisible();
    await paste(PASTED);
    await choose("デモ株式会社");
    await userEvent.click(await screen.findByRole("checkbox", { name: "営業部" }));
    await choose("サンプル商事");
    await userEvent.click(await screen.findByRole("checkbox", { name: "法務部" }));
    await check("組織管理者");
    await submit();
    const shown = within(await screen.findByRole("region", { name: "取り込み内容の確認" }));
    expect(shown.queryByRole("radio", { name: /変更しない/ })).toBeNull();
    expect(shown.queryByText(/ファイルにない/)).toBeNull();
    expect(shown.getByRole("radio", { name: "追加 2" })).toBeChecked();
    expect(await sentLines()).toEqual([
      "組織番号,氏名,メールアドレス,役割,ワークスペース",
      "10000002,山田 太郎,yamada@example.com,組織管理者,法務部",
      "10000002,sato,sato@example.com,組織管理者,法務部",
    ]);
  });

  it("asks for the organization, and has no system admins among the rights", async () => {
    openAdmin("/users/invite");
    await paste(PASTED);
    expect(screen.queryByRole("checkbox", { name: "システム管理者" })).toBeNull();
    await submit();
    expect(await screen.findByText("組織を選択してください。")).toBeVisible();
    expect(screen.getByRole("combobox", { name: "組織" })).toHaveFocus();
    expect(await sentLines()).toBeUndefined();
  });

  it("has the organization from whose page it was reached, and leads back there", async () => {
    contractsAre([]);
    overviewIs();
    openAdmin("/organizations/2/show");
    await userEvent.click(await screen.findByRole("link", { name: "利用者を招待" }));
    await userEvent.click(
      await screen.findByRole("link", { name: "複数のメールアドレスでまとめて招待" }),
    );
    await screen.findByRole("heading", { level: 1, name: "利用者の一括招待" });
    expect(await screen.findByRole("combobox", { name: "組織" })).toHaveValue("サンプル商事");
    expect(await screen.findByRole("checkbox", { name: "法務部" })).not.toBeChecked();
    expect(screen.getByRole("link", { name: "キャンセル" })).toHaveAttribute(
      "href",
      "/admin/organizations/2/show",
    );
  });
});
