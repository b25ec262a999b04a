import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { LockRelease } from "../../../domain/dictionaries/schemas.ts";
import { lockTopic } from "../../../domain/events.ts";
import type { LockHolder } from "../../../src/providers/data/locks.ts";
import type { EditLock } from "../../../src/providers/live/lockState.ts";
import {
  type SheetAccess,
  sheetAccess,
} from "../../../src/resources/dictionaries/entries/entryLock.ts";
import { heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import {
  beginEdit,
  button,
  cell,
  cursor,
  entriesApi,
  openEntries,
  pointAt,
} from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";
import { dictionaryAdmin, rightsBecome, staff } from "./openStaff.tsx";

const api = entriesApi();

const at = "2026-04-02T05:32:00.000Z";
const sato: LockHolder = { name: "佐藤 花子", since: at, isMe: false };
const otherTab: LockHolder = { name: "田中 次郎", since: at, isMe: true };
const request = {
  requestId: 7,
  requestedBy: "suzuki",
  requestedByName: "鈴木 一郎",
  requestedAt: at,
  handOverAt: null,
  message: null,
};
const release: LockRelease = {
  cause: "BROKEN",
  releasedBy: "suzuki",
  releasedByName: "鈴木 一郎",
  releasedAt: at,
  reason: "至急",
};
const handedOver: LockRelease = { ...release, cause: "HANDED_OVER", reason: "" };
const rightLost: LockRelease = { ...release, cause: "RIGHT_LOST" };

const lost = (given: Partial<Extract<EditLock, { state: "lost" }>> = {}): EditLock => ({
  state: "lost",
  release: null,
  rightLost: false,
  holder: null,
  ...given,
});
const held = (holder: LockHolder): SheetAccess => ({ input: "refused", why: "held", holder });
const saved: SheetAccess = { input: "saved" };
const locks: SheetAccess = { input: "locks" };
const noRight: SheetAccess = { input: "refused", why: "right" };

describe("the states of a sheet", () => {
  it.each<[string, EditLock, LockHolder | null, SheetAccess, SheetAccess]>([
    ["not read yet", { state: "unknown" }, null, locks, noRight],
    ["not read yet, held by the record", { state: "unknown" }, sato, held(sato), held(sato)],
    ["not read yet, recorded as own", { state: "unknown" }, otherTab, locks, noRight],
    ["free", { state: "free" }, null, locks, noRight],
    ["free, with an old record", { state: "free" }, sato, locks, noRight],
    ["held here", { state: "mine" }, null, saved, saved],
    ["held here, asked for", { state: "mine", request }, null, saved, saved],
    ["held by another", { state: "held", holder: sato }, null, held(sato), held(sato)],
    ["held, others wait", { state: "held", holder: sato, request }, null, held(sato), held(sato)],
    [
      "held in another tab",
      { state: "held", holder: otherTab },
      null,
      held(otherTab),
      held(otherTab),
    ],
    ["lost by its lease", lost(), null, locks, noRight],
    ["lost, then taken", lost({ holder: sato }), null, held(sato), held(sato)],
    ["lost to another tab", lost({ holder: otherTab }), null, held(otherTab), held(otherTab)],
    ["broken", lost({ release }), sato, locks, noRight],
    ["broken, then taken", lost({ release, holder: sato }), null, held(sato), held(sato)],
    ["handed over", lost({ release: handedOver, holder: sato }), null, held(sato), held(sato)],
    ["handed over, then ended", lost({ release: handedOver }), sato, locks, noRight],
    ["without the right", lost({ release: rightLost, rightLost: true }), null, locks, noRight],
  ])("%s", (_, lock, recorded, withRight, without) => {
    const access = (mayWrite: boolean, isAdmitted = true) =>
      sheetAccess(lock, { isAdmitted, mayWrite, recorded });
    expect(access(true)).toEqual(withRight);
    expect(access(false)).toEqual(without);
    const asReader = { input: "refused", why: "reader" };
    expect(access(false, false)).toEqual(lock.state === "mine" ? saved : asReader);
  });
});

const words = [anEntry({ entryId: 1 }), anEntry({ entryId: 2, surface: "褥瘡" })];
const BATCH = "POST /dictionaries/{id}/entries/batch";

type Dictionaries = Awaited<ReturnType<typeof openEntries>>["dictionaries"];

async function tell({ isHeard, tell }: Dictionaries) {
  await waitFor(() => expect(isHeard()).toBe(true));
  tell(lockTopic("dictionaries", 1), "unlocked");
}

/** Loses the lock that this page holds, and shows why. */
async function lose(how: LockRelease | undefined, shown: string) {
  expectConsoleErrors();
  const opened = await openEntries(words);
  await beginEdit();
  opened.dictionaries.takeAway(1, how);
  await tell(opened.dictionaries);
  expect(await screen.findByText(shown)).toBeVisible();
  return opened;
}

async function expectFirstKeyLocks() {
  const asked = api.calls("POST /dictionaries/{id}/lock").length;
  await pointAt("褥瘡");
  await userEvent.keyboard("床ずれ{Enter}");
  await waitFor(() =>
    expect(api.calls(BATCH).at(-1)?.body).toMatchObject({
      update: [{ entryId: 2, surface: "床ずれ" }],
    }),
  );
  expect(api.calls("POST /dictionaries/{id}/lock")).toHaveLength(asked + 1);
  expect(await screen.findByRole("button", { name: "編集を終了" })).toBeVisible();
}

async function expectShownInstead(sentence: string) {
  await pointAt("褥瘡");
  await userEvent.keyboard("x");
  const notices = screen.getByRole("region", { name: "通知" });
  expect(await within(notices).findByText(sentence)).toBeVisible();
  expect(cell("褥瘡")).toBeVisible();
}

describe("the first key takes the lock", () => {
  it.each([
    ["whose lease has ended", undefined, "編集ロックが解除されました。"],
    ["that an admin has broken", release, "理由：至急"],
    [
      "that was handed over and is free again",
      handedOver,
      "編集ロックが鈴木 一郎さんに渡りました。",
    ],
  ])("%s", async (_, how, shown) => {
    await lose(how, shown);
    await screen.findByRole("button", { name: "単語を追加" });
    expect(screen.getAllByRole("button", { name: "編集を開始" })).toHaveLength(1);
    await expectFirstKeyLocks();
    expect(screen.queryByText(shown)).toBeNull();
  });

  it("once the right has come back", async () => {
    expectConsoleErrors();
    const { dictionaries } = await openEntries(words);
    await beginEdit();
    dictionaries.withdrawRight(1);
    await tell(dictionaries);
    await screen.findByText(/^辞書を編集する権限がなくなったため/);
    await rightsBecome(staff);
    await expectShownInstead("辞書を編集する権限がありません。");
    dictionaries.restoreRight();
    await rightsBecome(dictionaryAdmin);
    await screen.findByRole("button", { name: "単語を追加" });
    await expectFirstKeyLocks();
  });

  it("but not from who has got it, or from the own other tab", async () => {
    const { dictionaries } = await lose(handedOver, "編集ロックが鈴木 一郎さんに渡りました。");
    dictionaries.change(1, heldBySato());
    await tell(dictionaries);
    await expectShownInstead("佐藤 花子さんが編集中のため、編集できません（14:32から）。");
    dictionaries.change(1, { ...heldBySato(), lockedBy: "me" });
    await tell(dictionaries);
    await screen.findByRole("button", { name: "このタブで編集する" });
    await expectShownInstead("別のタブで編集中です。");
  });
});

describe("a lock that is lost in the middle of a word", () => {
  it("leaves the edit, which goes on and takes it again at its end", async () => {
    expectConsoleErrors();
    const { dictionaries } = await openEntries(words);
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床");
    dictionaries.takeAway(1);
    await tell(dictionaries);
    await screen.findByText(/^編集ロックが解除されたため、保存できませんでした。/);
    expect(cursor()).toHaveValue("床");
    await userEvent.keyboard("ずれ");
    expect(api.calls("POST /dictionaries/{id}/lock")).toHaveLength(1);
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(api.calls(BATCH)).toHaveLength(1));
    expect(api.calls(BATCH)[0]?.body).toMatchObject({ update: [{ surface: "床ずれ" }] });
    expect(button("編集を終了")).toBeVisible();
  });
});
