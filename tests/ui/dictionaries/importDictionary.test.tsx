import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";
import { lockTopic } from "../../../domain/events.ts";
import { FILE_LIMITS } from "../../../domain/files/formats.ts";
import { fileSentences } from "../../../domain/files/sentences.ts";
import type { FormatCandidate } from "../../../domain/imports/schemas.ts";
import { problemSentences } from "../../../domain/problems/sentences.ts";
import { forbidden, limitExceeded, locked, ruleBroken } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { gate } from "../../support/gate.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { aCommitted, aDryRun, fourRows, importsAre } from "./importRecords.ts";
import { dictionaryAdmin, openStaff, reloadStaff, rightsBecome, staff } from "./openStaff.tsx";

const UPLOAD = "POST /dictionaries/{id}/imports";
const COMMIT = "POST /dictionaries/{id}/imports/{importId}/commit";
const CANCEL = "DELETE /dictionaries/{id}/imports/{importId}";
const api = apiDouble("staff");
api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
// jsdom never has the focus of the system.
beforeEach(() => void vi.spyOn(document, "hasFocus").mockReturnValue(true));

const button = (name: string) => screen.getByRole("button", { name });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** With all rows: a read that the end of a test cuts off would tell the next one. */
const dryRunHeading = async () => {
  const region = within(await screen.findByRole("region", { name: "取り込み内容の確認" }));
  await region.findByRole("table", { busy: false });
  return region.getByRole("heading", { name: "取り込み内容の確認" });
};
const resultHeading = () => screen.findByRole("heading", { name: "取り込みの結果" });
const aFile = (name = "単語.csv") => new File(["表記,読み\r\n"], name, { type: "text/csv" });
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText("ファイルを選択", { selector: "input" }), file);
const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest("tr");
  if (!row) throw new Error(`${text} is in no row`);
  return row;
};
const uploads = () => api.calls(UPLOAD).map(({ body }) => Object(body));
const commits = () => api.calls(COMMIT).map(({ body }) => body);

async function open(given: Partial<Dictionary> = {}) {
  const dictionaries = dictionariesAre(aDictionary(given));
  openStaff("/dictionaries/1/import");
  await screen.findByRole("heading", { name: "ファイル" });
  return dictionaries;
}

async function openDryRun(dryRun = aDryRun(), given: Partial<Dictionary> = {}) {
  const imports = importsAre(dryRun);
  const dictionaries = await open(given);
  await choose(aFile());
  await dryRunHeading();
  return { imports, ...dictionaries };
}

describe("a file", () => {
  it("is read as it is recognised, and again in another way on demand", async () => {
    await openDryRun();
    expect(await dryRunHeading()).toHaveFocus();
    expect(window.location.search).toBe("?import=5");
    expect(screen.getByRole("combobox", { name: "文字コード" })).toHaveDisplayValue(
      "自動判別：Shift_JIS（CP932）",
    );
    expect(screen.getByRole("combobox", { name: "形式" })).toHaveDisplayValue(
      "自動判別：CSV（カンマ区切り）",
    );
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "文字コード" }), "EUC-JP");
    await dryRunHeading();
    expect(uploads().map(({ encoding, format }) => [format, encoding])).toEqual([
      [undefined, undefined],
      [undefined, "euc-jp"],
    ]);
  });

  it("is asked for with the columns that it may have", async () => {
    importsAre(aDryRun());
    await open();
    const columns = /見出し（表記、読み、品詞、強さ、備考、有効）/;
    expect(screen.getByText(columns)).toBeVisible();
    await choose(aFile());
    await dryRunHeading();
    expect(screen.queryByText(columns)).toBeNull();
  });

  it("stays chosen if it cannot be read, so that its encoding can be chosen", async () => {
    expectConsoleErrors();
    importsAre(aDryRun());
    const message = fileSentences.ENCODING_UNKNOWN;
    const extra = { file: { code: "ENCODING_UNKNOWN", line: null } };
    api.refuse(UPLOAD, ruleBroken("FILE_UNREADABLE", { message, extra }), { once: true });
    await open();
    await choose(aFile());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("group", { name: "取り込むファイル" })).toHaveTextContent("単語.csv");
    expect(screen.queryByRole("button", { name: "もう一度試す" })).toBeNull();
    const input = screen.getByLabelText(/ファイルを選択/, { selector: "input" });
    await waitFor(() => expect(input).toHaveFocus());
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "文字コード" }), "EUC-JP");
    await dryRunHeading();
    expect(screen.queryByText(message)).toBeNull();
  });

  it("of a doubtful format shows how each one reads it, and is read in the chosen one", async () => {
    expectConsoleErrors();
    importsAre(aDryRun({ format: "google", recognised: { format: null, encoding: "utf-8" } }));
    const message = fileSentences.FORMAT_DOUBTFUL;
    const row = { line: 2, partOfSpeech: null };
    const candidates: FormatCandidate[] = [
      { format: "google", share: 1, rows: [{ ...row, surface: "あかね", reading: "すみれ" }] },
      {
        format: "amivoice",
        share: 0.966,
        rows: [{ ...row, surface: "すみれ", reading: "あかね" }],
      },
    ];
    const extra = { file: { code: "FORMAT_DOUBTFUL", line: null, candidates } };
    api.refuse(UPLOAD, ruleBroken("FILE_UNREADABLE", { message, extra }), { once: true });
    await open();
    await choose(aFile());
    expect(await screen.findByText(message)).toBeVisible();
    const [first, second] = ["Google 日本語入力", "AmiVoice"].map((name) =>
      within(screen.getByRole("region", { name })),
    );
    expect(first?.getByRole("row", { name: "2 あかね すみれ" })).toBeVisible();
    expect(second?.getByRole("row", { name: "2 すみれ あかね" })).toBeVisible();
    expect(second?.getByText("96%の行がこの形式に合っています。")).toBeVisible();
    expect(button("「Google 日本語入力」として読み取る")).toHaveFocus();
    await press("「AmiVoice」として読み取る");
    await dryRunHeading();
    expect(uploads().map(({ format }) => format)).toEqual([undefined, "amivoice"]);
    expect(screen.queryByText(message)).toBeNull();
  });

  it("can be sent again after the network broke off", async () => {
    expectConsoleErrors();
    importsAre(aDryRun());
    api.cutOff(UPLOAD, { once: true });
    await open();
    await choose(aFile());
    expect(
      await screen.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    await waitFor(() => expect(button("もう一度試す")).toHaveFocus());
    await press("もう一度試す");
    await dryRunHeading();
  });

  it("of too many bytes is not sent, and of too many rows is refused", async () => {
    expectConsoleErrors();
    importsAre(aDryRun());
    const message = fileSentences.TOO_MANY_ROWS;
    api.refuse(UPLOAD, limitExceeded({ message }));
    await open();
    const large = aFile();
    Object.defineProperty(large, "size", { value: FILE_LIMITS.bytes + 1 });
    await choose(large);
    expect(await screen.findByText(fileSentences.TOO_LARGE)).toBeVisible();
    expect(uploads()).toEqual([]);
    await press("単語.csvを取り消す");
    await choose(aFile());
    expect(await screen.findByText(message)).toBeVisible();
  });

  it("shows a progress bar while it is sent, which can be cancelled", async () => {
    const { passed, open: release } = gate();
    importsAre(aDryRun());
    api.answer(UPLOAD, async () => {
      await passed;
      return aDryRun();
    });
    await open();
    await choose(aFile());
    expect(await screen.findByRole("progressbar", { name: "ファイル" })).toBeVisible();
    await press("中止する");
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.getByLabelText("ファイルを選択", { selector: "input" })).toHaveFocus();
    release();
    expect(screen.queryByRole("heading", { name: "取り込み内容の確認" })).toBeNull();
  });
});

describe("a dry run", () => {
  const counts = {
    new: 1,
    update: 1,
    unchanged: 0,
    duplicate: 0,
    error: 1,
    deletedByReplace: 1_234,
  };

  it("shows each row before and after, and the rows of one verdict", async () => {
    await openDryRun(
      aDryRun({
        ...{ counts, warning: fileSentences.GARBLED, ignoredColumns: ["部署", "連番"] },
        converted: { total: 1, lines: [3] },
      }),
    );
    const rows = api.calls("GET /dictionaries/{id}/imports/{importId}/rows");
    expect(rows[0]?.query.sort).toBe("verdict,asc");
    expect(screen.getByText(fileSentences.GARBLED)).toBeVisible();
    expect(screen.getByText("次の列は取り込みません：部署、連番")).toBeVisible();
    expect(screen.getByText("1件はExcelで変換された可能性があります。")).toBeVisible();
    expect(screen.getByText(/^3行目を確認してください/)).toBeVisible();
    const row = within(await rowOf("褥瘡"));
    expect(row.getByRole("deletion")).toHaveTextContent("変更前古い備考");
    expect(row.getByRole("insertion")).toHaveTextContent("変更後皮膚科");
    await userEvent.click(screen.getByRole("radio", { name: "エラー 1" }));
    await waitFor(() => expect(screen.queryByText("褥瘡")).toBeNull());
    expect(await rowOf("壊れた行")).toHaveTextContent(fourRows[3]?.reason ?? "");
    expect(button("エラー行をダウンロード")).toBeEnabled();
  });

  it("shows what an error row states under its columns, and its text if it cannot be divided", async () => {
    await openDryRun(aDryRun({ counts }));
    const textsOf = async (text: string) =>
      within(await rowOf(text))
        .getAllByRole("cell")
        .map(({ textContent }) => textContent);
    expect(await textsOf("誤読")).toEqual([
      "4",
      "エラー",
      "誤読誤り：abc",
      "誤り：造語",
      "誤り：９",
      "川\nの",
      "誤り：たぶん",
      fourRows[2]?.reason,
    ]);
    expect(await textsOf("壊れた行")).toEqual([
      "5",
      "エラー",
      "壊れた行",
      ...["", "", "", ""],
      fourRows[3]?.reason,
    ]);
  });

  it("is shown again by a reload, without its file", async () => {
    const { change } = importsAre(aDryRun());
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/import?import=5");
    await dryRunHeading();
    expect(screen.getByText(/ファイルをもう一度選択してください。/)).toBeVisible();
    expect(screen.queryByRole("combobox", { name: "形式" })).toBeNull();
    change(5, aCommitted());
    reloadStaff();
    await resultHeading();
  });

  it("is deleted when it is cancelled", async () => {
    await openDryRun();
    await press("取り込みをやめる");
    await waitFor(() => expect(api.calls(CANCEL)).toHaveLength(1));
    expect(window.location.search).toBe("");
    expect(screen.queryByRole("heading", { name: "取り込み内容の確認" })).toBeNull();
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1);
  });

  it("that is not kept any more is said to be gone", async () => {
    expectConsoleErrors();
    importsAre(undefined);
    dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/import?import=9");
    expect(await screen.findByText(/^この確認結果は残っていません。/)).toBeVisible();
  });
});

describe("the commit", () => {
  const counts = {
    new: 2,
    update: 1,
    unchanged: 0,
    duplicate: 0,
    error: 3,
    deletedByReplace: 1_234,
  };
  const submit = () => button("取り込む");
  const release = {
    cause: "BROKEN" as const,
    releasedBy: "admin",
    releasedByName: "鈴木 一郎",
    releasedAt: "2026-11-20T01:00:00.000Z",
    reason: "至急",
  };

  it("says that a replacement deletes the entries of error rows too", async () => {
    await openDryRun(aDryRun({ counts }));
    const replace = screen.getByRole("radio", { name: /^すべて置き換え/ });
    expect(replace).toHaveAccessibleName(/エラー行の単語も、登録済みであれば削除します。/);
    expect(replace).not.toHaveAccessibleName(/ファイルにない/);
  });

  it("adds and overwrites unless another mode is chosen, and asks whether errors are left out", async () => {
    await openDryRun(aDryRun({ counts }));
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    expect(screen.getByRole("radio", { name: /^追加・上書き/ })).toBeChecked();
    await press("取り込む");
    expect(screen.getByText(/^エラー行が3件あります。/)).toBeVisible();
    expect(commits()).toEqual([]);
    await userEvent.click(screen.getByRole("checkbox", { name: /^エラー行を除いて取り込む/ }));
    await press("取り込む");
    expect(await resultHeading()).toHaveFocus();
    expect(commits()).toEqual([{ mode: "merge", skipErrors: true }]);
    expect(screen.getByText("追加・上書き：追加 1件・上書き 1件")).toBeVisible();
    expect(screen.getByRole("link", { name: "単語を表示" })).toHaveAttribute(
      "href",
      "/dictionaries/1",
    );
    // The lock is free again.
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1);
  });

  it("says how many entries the replacement deletes", async () => {
    await openDryRun(aDryRun({ counts: { ...counts, error: 0 } }));
    await userEvent.click(
      screen.getByRole("radio", { name: /すべて置き換え.*ファイルにない1,234件を削除します。/ }),
    );
    await press("1,234件を削除して取り込む");
    await resultHeading();
    expect(commits()).toEqual([{ mode: "replace" }]);
    expect(api.calls(COMMIT)[0]?.headers.get("X-Lock-Token")).toBe("token 1");
  });

  it("is impossible in a mode that exceeds the limit of a dictionary, and says by how many", async () => {
    const none = { update: 0, unchanged: 0, duplicate: 0, error: 0 };
    await openDryRun(aDryRun({ counts: { ...none, new: 10_000, deletedByReplace: 8 } }));
    const overfull =
      "1つの辞書に登録できる単語は10,000件までです。このファイルを取り込むと10,008件になり、8件多くなります。";
    for (const name of [/追加のみ/, /追加・上書き/]) {
      const mode = screen.getByRole("radio", { name });
      expect(mode).toHaveAccessibleName(expect.stringContaining(overfull));
      await userEvent.click(mode);
      expect(button("取り込む")).toHaveAttribute("aria-disabled", "true");
      expect(button("取り込む")).toHaveAccessibleDescription(overfull);
    }
    await userEvent.click(screen.getByRole("radio", { name: /すべて置き換え/ }));
    expect(button("8件を削除して取り込む")).not.toHaveAttribute("aria-disabled");
  });

  it("is impossible while another user edits, and says who", async () => {
    expectConsoleErrors();
    await openDryRun(aDryRun(), heldBySato());
    await waitFor(() => expect(submit()).toHaveAttribute("aria-disabled", "true"));
    expect(submit()).toHaveAccessibleDescription(/佐藤 花子さんが編集中のため、編集できません/);
  });

  it("keeps the dry run when the lock is lost, and offers the lock again", async () => {
    expectConsoleErrors();
    const { takeAway } = await openDryRun();
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    takeAway(1, release);
    api.refuse(COMMIT, locked("LOCK_LOST", { extra: { release } }), { once: true });
    await userEvent.click(screen.getByRole("radio", { name: /^追加のみ/ }));
    await press("取り込む");
    expect(
      await screen.findByText(/^編集ロックが解除されたため、取り込めませんでした。/),
    ).toBeVisible();
    expect(screen.getByRole("radio", { name: /^追加のみ/ })).toBeChecked();
    expect(await screen.findByText("理由：至急")).toBeVisible();
    await press("編集を開始");
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    await press("取り込む");
    await resultHeading();
  });

  it.each(["hears it first", "commits first"])(
    "keeps the dry run when the right is lost, and says so: %s",
    async (order) => {
      expectConsoleErrors();
      const { withdrawRight, isHeard, tell } = await openDryRun();
      await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
      await userEvent.click(screen.getByRole("radio", { name: /^追加のみ/ }));
      await waitFor(() => expect(isHeard()).toBe(true));
      withdrawRight(1);
      api.refuse(COMMIT, forbidden());
      if (order === "commits first") await press("取り込む");
      else tell(lockTopic("dictionaries", 1), "unlocked");
      expect(
        await screen.findByText("辞書を編集する権限がなくなったため、編集ロックが解除されました。"),
      ).toBeVisible();
      await rightsBecome(staff);
      await dryRunHeading();
      expect(screen.getByRole("radio", { name: /^追加のみ/ })).toBeChecked();
      expect(submit()).toHaveAttribute("aria-disabled", "true");
      if (order === "commits first") {
        const refusal =
          "辞書を編集する権限がなくなったため、取り込めませんでした。単語は変更されていません。";
        expect(screen.getByText(refusal)).toBeVisible();
      }
      expect(submit()).toHaveAccessibleDescription(
        "辞書を編集する権限がないため、取り込めません。",
      );
      expect(screen.queryByText(problemSentences.FORBIDDEN)).toBeNull();
      expect(screen.queryByRole("button", { name: "編集を開始" })).toBeNull();
    },
  );

  it("can be cancelled, which says what came of it", async () => {
    expectConsoleErrors();
    const { passed, open: release } = gate();
    await openDryRun();
    api.answer(COMMIT, async () => {
      await passed;
      return { added: 0, updated: 0, deleted: 0, unchanged: 0, skipped: 0 };
    });
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(screen.getByRole("radio", { name: /^追加のみ/ }));
    await press("取り込む");
    expect(await screen.findByRole("progressbar")).toBeVisible();
    await press("取り込みを中止する");
    expect(await screen.findByText("取り込みを中止しました。")).toHaveFocus();
    expect(screen.queryByRole("progressbar")).toBeNull();
    release();
  });

  it("says that it was done before it could be cancelled", async () => {
    expectConsoleErrors();
    const { passed, open: release } = gate();
    const { imports } = await openDryRun();
    api.answer(COMMIT, async () => {
      imports.change(5, aCommitted());
      await passed;
      return { added: 0, updated: 0, deleted: 0, unchanged: 0, skipped: 0 };
    });
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(screen.getByRole("radio", { name: /^追加のみ/ }));
    await press("取り込む");
    await screen.findByRole("progressbar");
    await press("取り込みを中止する");
    await resultHeading();
    expect(await screen.findByText("中止する前に取り込みが完了しました。")).toBeVisible();
    release();
  });

  it("whose answer got lost is found to be done", async () => {
    expectConsoleErrors();
    const { imports } = await openDryRun();
    api.answer(COMMIT, () => {
      imports.change(5, aCommitted());
      return HttpResponse.error();
    });
    await waitFor(() => expect(submit()).not.toHaveAttribute("aria-disabled"));
    await userEvent.click(screen.getByRole("radio", { name: /^追加・上書き/ }));
    await press("取り込む");
    await resultHeading();
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "文字コード" })).toBeNull());
    expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1);
  });
});

describe("the screen", () => {
  it("is reached from the dictionary, by those who may write it", async () => {
    importsAre(undefined);
    dictionariesAre(aDictionary());
    const { unmount } = openStaff("/dictionaries/1", dictionaryAdmin);
    await userEvent.click(await screen.findByRole("link", { name: "取り込み" }));
    await screen.findByRole("heading", { name: "ファイル" });
    unmount();
    openStaff("/dictionaries/1/import", staff);
    await screen.findByRole("heading", { level: 1, name: "医療用語" });
    expect(screen.queryByRole("link", { name: "取り込み" })).toBeNull();
  });
});
