import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { proposalSentences } from "../../../domain/proposals/rules.ts";
import type { Proposal } from "../../../domain/proposals/schemas.ts";
import { conflict, staleVersion } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { changed, found, paged } from "../../support/doubleAnswer.ts";
import { openStream } from "../../support/doubleStream.ts";
import { openStaffArea } from "../areas/openArea.tsx";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { aProposal } from "../dictionaries/proposalRecords.ts";
import { staff, workspacesAre } from "../workspaces/workspaceRecords.ts";

const api = apiDouble("staff");

const added = aProposal({
  proposerId: staff.userId,
  change: { ...aProposal().change, note: "水戸" },
});
const entry = {
  surface: "心電図",
  reading: "しんでんず",
  partOfSpeech: "名詞" as const,
  weight: 2,
  note: "",
  enabled: true,
  version: 4,
};
const ofWord = aProposal({ proposalId: 2, entryId: 7, entry, change: { weight: 3 }, version: 5 });

/** The own proposals, of which any can be changed as the API does it. */
function proposalsAre(...initial: Proposal[]) {
  workspacesAre({ profile: staff });
  let all = initial;
  api.answer("GET /proposals", (asked) => {
    const { state: states = ["OPEN"] } = asked.query;
    return paged(all.filter(({ state }) => states.includes(state)))(asked);
  });
  const become = (id: number, changes: Partial<Proposal>) => {
    const after = changed(found(all.find(({ proposalId }) => proposalId === id)), changes);
    all = all.map((one) => (one.proposalId === id ? after : one));
    return after;
  };
  api.answer("PATCH /proposals/{id}", ({ params, headers, body }) => {
    const now = found(all.find(({ proposalId }) => proposalId === params.id));
    if (now.state !== "OPEN") {
      throw conflict("PROPOSAL_ENDED", { message: proposalSentences.notOpen(now.state) });
    }
    if (headers.get("if-match") !== `"${now.version}"`) throw staleVersion(now);
    const { change = now.change, reason } = body;
    return become(now.proposalId, { change, reason: reason ?? now.reason });
  });
  return become;
}

async function openEdit(word: string) {
  await userEvent.click(await screen.findByRole("button", { name: `「${word}」の提案を編集` }));
  const dialog = within(await screen.findByRole("dialog", { name: "提案の編集" }));
  return {
    ...dialog,
    field: (name: string) => dialog.getByRole("textbox", { name }),
    save: () => userEvent.click(dialog.getByRole("button", { name: "保存" })),
  };
}

describe("the own proposals", () => {
  it("are edited while they are open, in the inputs in which they were proposed", async () => {
    const ended = { proposalId: 3, state: "REJECTED", decidedBy: "x" } as const;
    proposalsAre(
      added,
      aProposal({ ...ended, change: { surface: "千波湖", reading: "せんばこ" } }),
    );
    openStaffArea("/proposals");
    const { field, save } = await openEdit("偕楽園");
    expect(screen.queryByRole("button", { name: "「千波湖」の提案を編集" })).toBeNull();
    expect(field("読み")).toHaveValue("かいらくえん");
    await userEvent.type(field("読み"), "こうえん");
    await userEvent.type(field("提案の理由"), "来週も使います。");
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent.at(-1)).toMatchObject({
      method: "PATCH",
      path: "/proposals/1",
      ifMatch: '"1"',
      body: {
        change: { surface: "偕楽園", reading: "かいらくえんこうえん", note: "水戸" },
        reason: "会議でよく出ます。来週も使います。",
      },
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("of a word send what is to differ from it, and nothing that is the same as before", async () => {
    proposalsAre(ofWord);
    openStaffArea("/proposals");
    const weight = "強さ";
    const first = await openEdit("心電図");
    expect(first.getByRole("combobox", { name: weight })).toHaveValue("3");
    await first.save();
    expect(await screen.findByText("変更はありません。")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const { getByRole, field, save, findByText } = await openEdit("心電図");
    await userEvent.selectOptions(getByRole("combobox", { name: weight }), "2");
    await save();
    expect(await findByText("変更はありません。")).toBeVisible();
    expect(api.sent).toEqual([]);
    await userEvent.selectOptions(getByRole("combobox", { name: weight }), "3");
    await userEvent.type(field("備考"), "医療");
    await save();
    await waitFor(() =>
      expect(api.sent.at(-1)).toMatchObject({
        ifMatch: '"5"',
        body: { change: { weight: 3, note: "医療" } },
      }),
    );
  });

  it("keep what was typed where they were decided meanwhile", async () => {
    expectConsoleErrors();
    const become = proposalsAre(added);
    openStaffArea("/proposals");
    const { field, save, findByText } = await openEdit("偕楽園");
    await userEvent.type(field("読み"), "こうえん");
    become(1, { state: "ACCEPTED", decidedBy: "x", decidedByName: "佐藤 花子" });
    await save();
    expect(await findByText("この提案はすでに「採用」になっています。")).toBeVisible();
    expect(field("読み")).toHaveValue("かいらくえんこうえん");
  });

  it("are saved over another tab only after it was said, with what was typed", async () => {
    expectConsoleErrors();
    const become = proposalsAre(added);
    openStaffArea("/proposals");
    const { field, save, findByText } = await openEdit("偕楽園");
    await userEvent.type(field("読み"), "こうえん");
    become(1, { reason: "別のタブ" });
    await save();
    expect(await findByText(/他の利用者が先に更新したため、保存できませんでした。/)).toBeVisible();
    await save();
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.sent.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  });
});

describe("what has become of the own proposals", () => {
  it("is told on whichever page the proposer is, each once", async () => {
    const stream = openStream(api);
    const become = proposalsAre(added, ofWord);
    api.answer("GET /dictionaries", paged([]));
    openStaffArea("/proposals");
    await screen.findByText("偕楽園");
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    const decidedAt = new Date().toISOString();
    become(1, { state: "CHANGED", decidedBy: "x", decidedAt });
    stream.tell("resource/proposals/1", "updated");
    expect(await screen.findByText("「偕楽園」の提案が「直して採用」になりました。")).toBeVisible();
    become(2, { state: "SUPERSEDED", decidedAt });
    stream.tell("resource/proposals", "updated");
    expect(await screen.findByText("「心電図」の提案が「登録済み」になりました。")).toBeVisible();
    expect(screen.getAllByText(/^「偕楽園」の提案が/)).toHaveLength(1);
  });

  it("is not told of what was decided before the page was opened, or by the proposer", async () => {
    const stream = openStream(api);
    const before = new Date(Date.now() - 60_000).toISOString();
    const old = { state: "REJECTED", decidedBy: "x", decidedAt: before } as const;
    const become = proposalsAre(aProposal({ ...old, proposalId: 4 }), ofWord);
    openStaffArea("/proposals");
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    become(2, { state: "WITHDRAWN", decidedAt: new Date().toISOString() });
    stream.tell("resource/proposals/2", "updated");
    const asked = () =>
      api.calls("GET /proposals").filter(({ query }) => !query.state?.includes("OPEN"));
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(await screen.findByText("取り下げ", { selector: "span" })).toBeVisible();
    expect(screen.queryByText(/になりました。$/)).toBeNull();
  });
});
