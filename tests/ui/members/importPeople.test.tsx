import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type {
  ImportedPerson,
  UserImport,
  UserImportRow,
} from "../../../domain/userImports/schemas.ts";
import { unavailable } from "../../../server/problem.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { found, paged } from "../../support/doubleAnswer.ts";
import { aPeopleCheck, aUserImport } from "../../support/records.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { membersAre } from "./memberRecords.ts";

const COMMIT = "POST /user-imports";
const api = apiDouble("staff");
const at = "2026-04-15T01:00:00.000Z";

const person: ImportedPerson = {
  organizationName: "デモ株式会社",
  email: "hanako@example.com",
  userName: "旧姓 花子",
  userNameKana: null,
  isSystemAdmin: false,
  isOrganizationAdmin: false,
  isDictionaryAdmin: false,
  status: "ACTIVE",
  workspaceNames: [],
};

const rows: UserImportRow[] = [
  {
    ...{ rowNo: 1, line: 2, verdict: "UPDATE", reason: null, cells: null, before: person },
    ...{ wrong: [], nameToRead: null },
    after: { ...person, userName: "改名 花子" },
  },
  {
    ...{ rowNo: 2, line: 3, verdict: "ERROR", before: null, after: null },
    reason: "役割「部長」はありません。",
    cells: { userName: "誤り 太郎", email: "taro@example.com", roles: "部長" },
    ...{ wrong: ["roles"], nameToRead: null },
  },
];

const check = aPeopleCheck({
  fileName: "四月.csv",
  counts: { new: 1, update: 1, unchanged: 0, disable: 3, error: 1 },
  rows,
});

beforeEach(() => {
  userProfile.clear();
  membersAre([]);
  let imported: UserImport | undefined;
  const is = (given: Partial<UserImport>) => {
    imported = { ...(imported ?? aUserImport({ fileName: "四月.csv" })), ...given };
    return imported;
  };
  api.answer("GET /user-imports", (asked) => paged(imported ? [imported] : [])(asked));
  api.answer("GET /user-imports/{id}", () => found(imported));
  api.answer("POST /user-imports/check", () => check);
  api.answer(COMMIT, () =>
    is({
      result: { added: 1, updated: 1, disabled: 0, unchanged: 0, skipped: 1 },
      mails: { sent: 0, waiting: 1, failed: 0, failedPeople: [] },
    }),
  );
  api.answer("POST /user-imports/{id}/revert", () => ({
    ...is({
      revertedAt: at,
      undone: { removed: 1, restored: 1, enabled: 0, kept: 0 },
      revertibleUntil: null,
    }),
    kept: [],
  }));
});

const region = (name: string) => screen.findByRole("region", { name });
const press = (name: string, within_: Pick<typeof screen, "getByRole"> = screen) =>
  userEvent.click(within_.getByRole("button", { name }));

async function openDryRun() {
  openStaffArea("/users/import");
  const input = await screen.findByLabelText("ファイルを選択", { selector: "input" });
  await userEvent.upload(input, new File(["氏名"], "四月.csv", { type: "text/csv" }));
  const shown = within(await region("取り込み内容の確認"));
  await shown.findByRole("table", { busy: false });
  return shown;
}

describe("an import of members", () => {
  it("is reached from the list, and has a template with its columns and an example", async () => {
    const files: Blob[] = [];
    const names: string[] = [];
    URL.createObjectURL = vi.fn((file: Blob) => {
      files.push(file);
      return "blob:csv";
    });
    URL.revokeObjectURL = vi.fn();
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    openStaffArea("/users");
    const link = await screen.findByRole("link", { name: "CSVを取り込む" });
    expect(link).toHaveAttribute("href", expect.stringContaining("/users/import"));
    vi.mocked(HTMLAnchorElement.prototype.click).mockClear();
    await userEvent.click(link);
    await screen.findByRole("heading", { level: 1, name: "メンバーの取り込み" });
    await press("テンプレートをダウンロード");
    expect(names).toEqual(["メンバーの取り込み.csv"]);
    const text = await files[0]?.text();
    expect(text?.split("\r\n")).toEqual([
      expect.stringMatching(/^\ufeff?氏名,フリガナ,メールアドレス,役割/),
      expect.stringMatching(/^山田 太郎,ヤマダ タロウ,yamada@example\.com,一般/),
      "",
    ]);
  });

  it("shows who would be changed, and asks about those who are not in it and about error rows", async () => {
    const shown = await openDryRun();
    expect(shown.getByText("四月.csvの内容です。利用者はまだ変更されていません。")).toBeVisible();
    expect(shown.getByRole("radio", { name: "追加 1" })).toBeVisible();
    expect(shown.getByRole("row", { name: /改名 花子/ })).toHaveTextContent("旧姓 花子");
    expect(shown.getByRole("row", { name: /誤り 太郎/ })).toHaveTextContent(
      "役割「部長」はありません。誤り 太郎taro@example.com誤り：部長",
    );
    await press("取り込む", shown);
    expect(shown.getByRole("alert")).toHaveTextContent(
      "ファイルにない利用者をどうするか選択してください。",
    );
    expect(api.calls(COMMIT)).toEqual([]);
    await userEvent.click(shown.getByRole("radio", { name: /変更しない/ }));
    await userEvent.click(shown.getByRole("checkbox", { name: /エラー行を除いて取り込む/ }));
    await press("取り込む", shown);
    const result = await region("取り込みの結果");
    expect(result).toHaveTextContent("追加 1人・更新 1人・取り込まなかった行 1件");
    expect(result).toHaveTextContent("送信待ち 1件");
    expect(api.calls(COMMIT).map(({ body }) => body)).toEqual([
      { file: expect.any(File), digest: "one", disablesMissing: "false", skipErrors: "true" },
    ]);
  });

  it("repeats a request that may have been carried out, and checks nothing again", async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const shown = await openDryRun();
    await userEvent.click(shown.getByRole("radio", { name: /変更しない/ }));
    await userEvent.click(shown.getByRole("checkbox", { name: /エラー行を除いて取り込む/ }));
    api.refuse(COMMIT, unavailable("REQUEST_IN_PROGRESS"), { once: true });
    await press("取り込む", shown);
    await shown.findByText(/同じ操作を処理しています/);
    await press("取り込む", shown);
    await region("取り込みの結果");
    expect(api.calls("POST /user-imports/check")).toHaveLength(1);
    const keys = api.calls(COMMIT).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toEqual([expect.any(String), keys[0]]);
  });

  it("is undone, which says what became of its people", async () => {
    const shown = await openDryRun();
    await userEvent.click(shown.getByRole("radio", { name: /変更しない/ }));
    await userEvent.click(shown.getByRole("checkbox", { name: /エラー行を除いて取り込む/ }));
    await press("取り込む", shown);
    const result = await region("取り込みの結果");
    await press("取り込みを取り消す", within(result));
    const question = within(await screen.findByRole("alertdialog"));
    await press("取り込みを取り消す", question);
    expect(await screen.findByText("取り込みを取り消しました。")).toBeVisible();
    expect(await region("取り込みの結果")).toHaveTextContent(
      "招待の取り消し 1人・元の内容に復元 1人",
    );
  });
});
