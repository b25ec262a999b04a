import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Proposal, ProposalDecision } from "../../../domain/proposals/schemas.ts";
import { ruleBroken } from "../../../server/problem.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { aDictionary } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
import { entriesApi } from "./entriesPage.ts";
import { anEntry, entriesAre } from "./entryRecords.ts";
import { dictionaryAdmin, openStaff, staff } from "./openStaff.tsx";
import { aProposal } from "./proposalRecords.ts";

const api = entriesApi();

const button = (name: string) => screen.findByRole("button", { name });

const added = aProposal();
const entry = anEntry();
const changed = aProposal({
  proposalId: 2,
  entryId: 1,
  entry: { ...pickEntry(), version: 1 },
  change: { weight: 3 },
  evidence: [{ before: "心電頭", after: "心電図", count: 3 }],
});

function pickEntry() {
  const { surface, reading, partOfSpeech, weight, note, enabled } = entry;
  return { surface, reading, partOfSpeech, weight, note, enabled };
}

/** The API with these proposals, of which a decision ends those that it names. */
function proposalsAre(initial: readonly Proposal[]) {
  let open = [...initial];
  const sent: ProposalDecision[] = [];
  api.answer("GET /proposals", (asked) => paged(open)(asked));
  api.answer("POST /proposals/decide", ({ body }) => {
    sent.push(body);
    const { accept = [], change = [], reject = [] } = body;
    const ids = [...accept, ...reject, ...change.map(({ proposalId }) => proposalId)];
    const proposals = open.filter(({ proposalId }) => ids.includes(proposalId));
    open = open.filter(({ proposalId }) => !ids.includes(proposalId));
    return { proposals: proposals.map((one) => ({ ...one, state: "ACCEPTED" as const })) };
  });
  return sent;
}

function openTab() {
  dictionariesAre(aDictionary({ dictionaryId: 1 }));
  const sent = proposalsAre([added, changed]);
  openStaff("/dictionaries/1/proposals", dictionaryAdmin);
  return sent;
}

describe("the tab of proposals", () => {
  it("shows what is proposed, what it was before and the evidence, and how many wait", async () => {
    openTab();
    const row = (await screen.findByText("かいらくえん")).closest("tr");
    expect(row).toHaveTextContent("会議でよく出ます。田中 次郎さん");
    expect(row).toHaveTextContent("新しい単語");
    const other = screen.getByText("しんでんず").closest("tr");
    expect(other).toHaveTextContent("3（強）変更前：2（標準）");
    expect(other).toHaveTextContent("「心電頭」→「心電図」（3回）");
    expect(await screen.findByRole("link", { name: "提案（2）" })).toBeVisible();
  });

  it("accepts chosen ones by one request under the lock, which it gives back, and undoes it", async () => {
    const sent = openTab();
    let undone: unknown;
    api.answer("POST /proposals/undo", ({ body }) => {
      undone = body;
      return { proposals: [added], kept: 0 };
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: "偕楽園" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "心電図" }));
    await userEvent.click(await button("採用"));
    expect(await screen.findByText("2件の提案を採用しました。")).toBeVisible();
    const seen = [
      { proposalId: 1, version: 1 },
      { proposalId: 2, version: 1 },
    ];
    expect(sent).toEqual([{ accept: [1, 2], seen }]);
    await userEvent.click(await button("元に戻す"));
    await waitFor(() => expect(undone).toEqual({ proposalIds: [1, 2] }));
  });

  it("rejects only with a reason, and says why the API refuses", async () => {
    expectConsoleErrors();
    openTab();
    api.answer("POST /proposals/decide", () => {
      throw ruleBroken("ROWS_REFUSED", {
        message: "すでに対応された提案が含まれています。",
        errors: { "reject.0": "この提案はすでに「採用」になっています。" },
      });
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: "偕楽園" }));
    await userEvent.click(await button("見送る"));
    const dialog = await screen.findByRole("alertdialog", { name: "提案の見送り" });
    await userEvent.click(within(dialog).getByRole("button", { name: "見送る" }));
    expect(await within(dialog).findByText("見送る理由を入力してください。")).toBeVisible();
    await userEvent.type(within(dialog).getByRole("textbox", { name: "見送る理由" }), "一般的な語");
    await userEvent.click(within(dialog).getByRole("button", { name: "見送る" }));
    expect(
      await within(dialog).findByText("この提案はすでに「採用」になっています。"),
    ).toBeVisible();
  });

  it("writes one with other values, and sends those alone", async () => {
    const sent = openTab();
    await userEvent.click(await button("「偕楽園」を直して採用"));
    const dialog = await screen.findByRole("dialog", { name: "直して採用" });
    const reading = within(dialog).getByRole("textbox", { name: "読み" });
    await userEvent.clear(reading);
    await userEvent.type(reading, "かいらくえんこうえん");
    await userEvent.click(within(dialog).getByRole("button", { name: "採用" }));
    expect(await screen.findByText("「偕楽園」を直して採用しました。")).toBeVisible();
    expect(sent).toEqual([
      {
        change: [{ proposalId: 1, change: { reading: "かいらくえんこうえん" } }],
        seen: [{ proposalId: 1, version: 1 }],
      },
    ]);
  });
});

describe("the words of a dictionary for people who may not write it", () => {
  it("have 変更を提案 for the word of the cursor, which sends what differs", async () => {
    dictionariesAre(aDictionary({ dictionaryId: 1, entryCount: 1 }));
    entriesAre([entry]);
    let sent: unknown;
    api.answer("POST /proposals", ({ body }) => {
      sent = body;
      return changed;
    });
    openStaff("/dictionaries/1", staff);
    await screen.findByRole("gridcell", { name: "心電図" });
    expect(screen.queryByRole("link", { name: /^提案/ })).toBeNull();
    await userEvent.click(await button("変更を提案"));
    const dialog = await screen.findByRole("dialog", { name: "変更の提案" });
    const send = within(dialog).getByRole("button", { name: "提案" });
    await userEvent.click(send);
    expect(await within(dialog).findByText("変更はありません。")).toBeVisible();
    expect(within(dialog).getByRole("textbox", { name: /^表記/ })).not.toBeInvalid();
    await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "強さ" }), "3");
    await userEvent.click(send);
    expect(await screen.findByText("「心電図」の変更を提案しました。")).toBeVisible();
    expect(sent).toEqual({ dictionaryId: 1, entryId: 1, change: { weight: 3 }, reason: "" });
  });
});
