import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { Flags } from "../../../domain/access.ts";
import type { Candidate } from "../../../domain/candidates/schemas.ts";
import type { EntryBatch } from "../../../domain/entries/schemas.ts";
import type { ProposalsCreate, RefusedProposal } from "../../../domain/proposals/schemas.ts";
import { ruleBroken } from "../../../server/problem.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { entriesApi } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";
import { dictionaryAdmin, openStaff, staff } from "./openStaff.tsx";
import { aProposal } from "./proposalRecords.ts";

const api = entriesApi();
const terms = aDictionary({ dictionaryId: 1, dictionaryName: "用語", version: 7 });
const names = aDictionary({ dictionaryId: 2, dictionaryName: "人名", version: 4 });

function aCandidate(given: Partial<Candidate> & { surface: string }): Candidate {
  return {
    readings: [{ reading: "かさいしょうじ", source: "PARTS" }],
    partOfSpeech: "組織名",
    evidence: [
      { before: "会西商事", after: given.surface, count: 2, sentence: given.surface, at: 0 },
    ],
    kind: "NEW",
    score: 0.9,
    ...given,
  };
}

const company = aCandidate({ surface: "葛西商事" });
const misheard = aCandidate({
  surface: "誤嚥性肺炎",
  kind: "KNOWN_MISHEARD",
  entryId: 5,
  dictionaryId: 1,
  dictionaryName: "用語",
  known: { reading: "ごえんせいはいえん", weight: 2, version: 3 },
  proposal: { weight: 3 },
});
const otherwiseRead = aCandidate({
  surface: "渋沢",
  kind: "KNOWN_MISHEARD",
  entryId: 6,
  dictionaryId: 2,
  dictionaryName: "人名",
  known: { reading: "しぶさわ", weight: 3, version: 1 },
  proposal: { reading: "しぶざわ" },
});
const unclear = aCandidate({
  surface: "蓬莱川",
  kind: "KNOWN_MISHEARD",
  entryId: 7,
  dictionaryId: 1,
  dictionaryName: "用語",
  known: { reading: "ほうらいがわ", weight: 3, version: 1 },
});

beforeEach(() => {
  dictionariesAre(terms, names);
});

async function find(candidates: readonly Candidate[], flags: Flags) {
  api.answer("POST /candidates", () => [...candidates]);
  openStaff("/dictionaries/learn?dictionaryId=1", flags);
  await userEvent.type(await screen.findByRole("textbox", { name: "認識結果" }), "会西商事");
  await userEvent.type(screen.getByRole("textbox", { name: "校正後" }), "葛西商事");
  await userEvent.click(screen.getByRole("button", { name: "候補を探す" }));
  await screen.findByText(`候補が${candidates.length}件あります。`);
}

const button = (name: string) => screen.findByRole("button", { name });
const chooseAll = async () =>
  userEvent.click(screen.getByRole("checkbox", { name: "選択できる候補をすべて選択" }));
const row = (surface: string) => {
  const found = screen.getByText(surface, { selector: "strong" }).closest("li");
  if (!found) throw new Error(`no row has ${surface}`);
  return within(found);
};

describe("chosen candidates, of those who write dictionaries,", () => {
  /** The batches by dictionary, which are written as they are sent. */
  function batches() {
    const sent: { id: number; ifMatch: string | null; body: EntryBatch }[] = [];
    api.answer("POST /dictionaries/{id}/entries/batch", ({ params, headers, body }) => {
      sent.push({ id: params.id, ifMatch: headers.get("If-Match"), body });
      const { create = [], update = [], delete: remove = [] } = body;
      return {
        created: create.map(({ surface, reading }, n) =>
          anEntry({ surface, reading, entryId: 20 + n, version: 1 }),
        ),
        updated: update.map(({ entryId, weight = 2, version = 1 }) =>
          anEntry({ entryId, weight, version: version + 1 }),
        ),
        deleted: remove.map(({ entryId }) => anEntry({ entryId })),
      };
    });
    return sent;
  }

  it("add words, raise the strength of known ones and add their readings, by one act of each dictionary, which is undone", async () => {
    const sent = batches();
    await find([company, misheard, otherwiseRead, unclear], dictionaryAdmin);
    expect(row("誤嚥性肺炎").getByText("強さ：2（標準）→3（強）")).toBeVisible();
    expect(row("渋沢").getByText("読み：しぶざわを追加")).toBeVisible();
    expect(screen.queryByRole("checkbox", { name: "蓬莱川を選択" })).toBeNull();
    await chooseAll();
    await userEvent.click(await button("追加・変更を適用"));
    expect(
      await screen.findByText("1件を「用語」に追加しました。登録済みの単語を2件変更しました。"),
    ).toBeVisible();
    const create = [{ surface: "葛西商事", reading: "かさいしょうじ", partOfSpeech: "組織名" }];
    const raised = { entryId: 5, version: 3, weight: 3 };
    const read = { surface: "渋沢", reading: "しぶざわ", partOfSpeech: "組織名", weight: 3 };
    expect(sent).toEqual([
      { id: 1, ifMatch: '"7"', body: { create, update: [raised] } },
      { id: 2, ifMatch: '"4"', body: { create: [read] } },
    ]);
    expect(row("葛西商事").getByText("追加済み")).toBeVisible();
    expect(row("誤嚥性肺炎").getByText("変更済み")).toBeVisible();
    expect(row("渋沢").getByText("変更済み")).toBeVisible();
    await userEvent.click(await button("元に戻す"));
    expect(await screen.findByText("3件を元に戻しました。")).toBeVisible();
    expect(sent.slice(2)).toEqual([
      { id: 2, ifMatch: '"4"', body: { delete: [{ entryId: 20, version: 1 }] } },
      {
        id: 1,
        ifMatch: '"7"',
        body: {
          delete: [{ entryId: 20, version: 1 }],
          update: [{ entryId: 5, version: 4, weight: 2 }],
        },
      },
    ]);
    expect(screen.queryByText("変更済み")).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "誤嚥性肺炎を選択" }));
    await userEvent.click(await button("変更を適用"));
    await waitFor(() => expect(sent).toHaveLength(5));
    expect(sent[4]?.body).toEqual({ update: [{ entryId: 5, version: 5, weight: 3 }] });
  });

  it("need no dictionary where known words alone change", async () => {
    const sent = batches();
    await find([misheard], dictionaryAdmin);
    const target = screen.getByRole("combobox", { name: "追加先の辞書" });
    await userEvent.clear(target);
    await userEvent.click(screen.getByRole("checkbox", { name: "誤嚥性肺炎を選択" }));
    await userEvent.click(await button("変更を適用"));
    expect(await screen.findByText("登録済みの単語を1件変更しました。")).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it("keep what one dictionary took where another refuses, and say why", async () => {
    expectConsoleErrors();
    await find([company, otherwiseRead], dictionaryAdmin);
    await chooseAll();
    api.answer("POST /dictionaries/{id}/entries/batch", ({ params }) => {
      if (params.id === 2) throw ruleBroken("TOO_MANY_ENTRIES");
      const [one] = [company];
      return {
        created: [anEntry({ entryId: 20, surface: one.surface, version: 1 })],
        updated: [],
        deleted: [],
      };
    });
    await userEvent.click(await button("追加・変更を適用"));
    await waitFor(() => expect(row("葛西商事").getByText("追加済み")).toBeVisible());
    expect(screen.getByRole("checkbox", { name: "渋沢を選択" })).toBeChecked();
    expect(screen.getByText("1件を選択中")).toBeVisible();
  });
});

describe("chosen candidates, of those who may not write dictionaries,", () => {
  function proposed(refused: RefusedProposal[] = []) {
    const sent: ProposalsCreate[] = [];
    api.answer("POST /proposals/bulk", ({ body }) => {
      sent.push(body);
      const made = body.proposals.filter((_, n) => refused.every(({ index }) => index !== n));
      return {
        proposals: made.map(({ change }, n) => aProposal({ proposalId: n + 1, change })),
        refused,
      };
    });
    return sent;
  }

  it("become proposals by one request, with evidence and a reason, and the screen says the sum", async () => {
    const message = "この単語はすでに登録されています。";
    const sent = proposed([{ index: 0, code: "ENTRY_EXISTS", message, entryId: 9 }]);
    await find([company, misheard, otherwiseRead], staff);
    expect(screen.queryByRole("button", { name: "葛西商事を以後提案しない" })).toBeNull();
    await chooseAll();
    await userEvent.type(screen.getByRole("textbox", { name: "提案の理由" }), "会議で使用");
    await userEvent.click(await button("まとめて提案"));
    expect(await screen.findByText("2件を提案しました。1件は登録済みです。")).toBeVisible();
    expect(screen.getByRole("link", { name: "自分の提案" })).toBeVisible();
    const evidenceOf = (after: string) => [{ before: "会西商事", after, count: 2 }];
    const reason = "会議で使用";
    expect(sent).toEqual([
      {
        proposals: [
          {
            dictionaryId: 1,
            change: { surface: "葛西商事", reading: "かさいしょうじ", partOfSpeech: "組織名" },
            reason,
            evidence: evidenceOf("葛西商事"),
          },
          {
            dictionaryId: 1,
            entryId: 5,
            change: { weight: 3 },
            reason,
            evidence: evidenceOf("誤嚥性肺炎"),
          },
          {
            dictionaryId: 2,
            change: { surface: "渋沢", reading: "しぶざわ", partOfSpeech: "組織名", weight: 3 },
            reason,
            evidence: evidenceOf("渋沢"),
          },
        ],
      },
    ]);
    expect(row("葛西商事").getByText("登録済み")).toBeVisible();
    expect(row("誤嚥性肺炎").getByText("提案済み")).toBeVisible();
    expect(screen.queryByRole("checkbox", { name: /を選択$/ })).toBeNull();
  });

  it("are none without a reading, and say so where the API refuses all", async () => {
    expectConsoleErrors();
    await find([company], staff);
    await userEvent.click(screen.getByRole("checkbox", { name: "葛西商事を選択" }));
    await userEvent.clear(screen.getByRole("combobox", { name: "葛西商事の読み" }));
    await userEvent.click(await button("まとめて提案"));
    expect(await screen.findByText("読みを入力していない候補があります。")).toBeVisible();
    api.refuse("POST /proposals/bulk", ruleBroken("TOO_MANY_PROPOSALS"));
    await userEvent.type(screen.getByRole("combobox", { name: "葛西商事の読み" }), "かさい");
    await userEvent.click(await button("まとめて提案"));
    expect(await screen.findByText(/^提案は1人につき200件までです。/)).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "葛西商事を選択" })).toBeChecked();
  });
});

describe("以後提案しない", () => {
  it("is undone where it was pressed", async () => {
    const sent: unknown[] = [];
    api.answer("POST /candidates/ignored", ({ body }) => {
      sent.push(body);
      return undefined;
    });
    await find([company, misheard], dictionaryAdmin);
    await userEvent.click(screen.getByRole("checkbox", { name: "葛西商事を選択" }));
    const ignore = await button("葛西商事を以後提案しない");
    await userEvent.click(ignore);
    expect(await screen.findByText("「葛西商事」を以後提案しません。")).toBeVisible();
    expect(screen.queryByRole("checkbox", { name: "葛西商事を選択" })).toBeNull();
    expect(screen.getByText("候補が1件あります。")).toBeVisible();
    const undo = await button("葛西商事を以後提案しない設定を元に戻す");
    expect(undo).toHaveFocus();
    await userEvent.click(undo);
    expect(await screen.findByText("「葛西商事」を候補に戻しました。")).toBeVisible();
    expect(screen.getByRole("checkbox", { name: "葛西商事を選択" })).not.toBeChecked();
    expect(sent).toEqual([{ surfaces: ["葛西商事"] }, { surfaces: ["葛西商事"], ignored: false }]);
  });
});
