import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { EditRequest, EditRequestState } from "../../../domain/dictionaries/schemas.ts";
import { lockTopic } from "../../../domain/events.ts";
import { conflict } from "../../../server/problem.ts";
import { aDictionary, heldBySato } from "../../support/records.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { dictionariesAre } from "./dictionaryRecords.ts";
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
import { handedToSuzuki } from "./lockRecords.ts";
import { openStaff, organizationAdmin } from "./openStaff.tsx";

const api = entriesApi();

const HAND_OVER = "POST /dictionaries/{id}/lock/handover";
const REFUSE = "POST /dictionaries/{id}/lock/refusal";
const ASK = "POST /dictionaries/{id}/lock/request";
const LOOK = "PUT /dictionaries/{id}/lock/request";
const BATCH = "POST /dictionaries/{id}/entries/batch";
const ASKED = "鈴木 一郎さんが編集ロックをリクエストしています。";

type Dictionaries = ReturnType<typeof dictionariesAre>;

async function tell({ isHeard, tell }: Dictionaries) {
  await waitFor(() => expect(isHeard()).toBe(true));
  tell(lockTopic("dictionaries", 1), "locked");
}

/** What says a sentence and interrupts screen readers for it. */
async function bannerOf(sentence: string): Promise<HTMLElement> {
  const text = await screen.findByText(sentence);
  const banner = screen.getAllByRole("alert").find((alert) => alert.contains(text));
  if (!banner) throw new Error(`${sentence} is in no alert`);
  return banner;
}

const words = [anEntry({ entryId: 1 }), anEntry({ entryId: 2, surface: "褥瘡" })];

describe("who holds the lock of a dictionary", () => {
  async function asked(request: Partial<EditRequest> = {}) {
    const { dictionaries } = await openEntries(words);
    await beginEdit();
    await pointAt("褥瘡");
    await userEvent.keyboard("床ずれ");
    dictionaries.isAskedBy(1, request);
    await tell(dictionaries);
    const banner = await bannerOf(ASKED);
    return { dictionaries, banner };
  }

  it("hears who asks and why, without losing the focus or the input", async () => {
    const { banner } = await asked({ message: "月末の修正をしたいです" });
    expect(within(banner).getByText("メッセージ：月末の修正をしたいです")).toBeVisible();
    expect(cursor()).toHaveFocus();
    expect(cursor()).toHaveValue("床ずれ");
  });

  it("saves what is typed, and then hands over, by the token of this tab", async () => {
    const { dictionaries } = await asked();
    api.answer(HAND_OVER, () => {
      dictionaries.takeAway(1, handedToSuzuki());
      return undefined;
    });
    expectConsoleErrors();
    await userEvent.click(button("保存して渡す"));
    expect(await screen.findByText("編集ロックが鈴木 一郎さんに渡りました。")).toBeVisible();
    const written = api.sent.map(({ method, path }) => `${method} ${path}`);
    expect(written.indexOf("POST /dictionaries/1/entries/batch")).toBeGreaterThan(-1);
    expect(written.indexOf("POST /dictionaries/1/lock/handover")).toBeGreaterThan(
      written.indexOf("POST /dictionaries/1/entries/batch"),
    );
    const [call] = api.calls(HAND_OVER);
    expect(call?.body).toEqual({ requestId: 7, when: "NOW" });
    expect(call?.headers.get("X-Lock-Token")).toBe("token 1");
    expect(screen.queryByText(ASKED)).toBeNull();
    await waitFor(() => expect(cursor()).toHaveFocus());
  });

  it("promises to hand over in 5 minutes, and sees until when", async () => {
    const { dictionaries } = await asked();
    api.answer(HAND_OVER, () => {
      dictionaries.isAskedBy(1, { handOverAt: "2026-04-02T05:37:00.000Z" });
      return undefined;
    });
    await userEvent.click(button("5分後に渡す"));
    expect(await screen.findByText("14:37に編集ロックを渡します。")).toBeVisible();
    expect(api.calls(HAND_OVER)[0]?.body).toEqual({ requestId: 7, when: "LATER" });
    expect(button("5分後に渡す")).toHaveAttribute("aria-disabled", "true");
    expect(button("保存して渡す")).toBeEnabled();
    expect(cursor()).toHaveFocus();
  });

  it("is led back to the cell when the request is withdrawn before they answer", async () => {
    const { dictionaries } = await asked();
    button("断る").focus();
    dictionaries.isAskedBy(1, null);
    await tell(dictionaries);
    await waitFor(() => expect(screen.queryByText(ASKED)).toBeNull());
    expect(cursor()).toHaveFocus();
  });

  it("can answer by the keyboard right after the table, above which nothing moves", async () => {
    const { banner } = await asked();
    expect(screen.getByRole("grid").compareDocumentPosition(banner)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await userEvent.keyboard("{Escape}{Escape}{Tab}");
    expect(button("保存して渡す")).toHaveFocus();
  });

  it("refuses with a reason, and goes on", async () => {
    const { dictionaries } = await asked();
    api.answer(REFUSE, () => {
      dictionaries.isAskedBy(1, null);
      return undefined;
    });
    await userEvent.click(button("断る"));
    const dialog = await screen.findByRole("dialog", { name: "編集ロックのリクエスト" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "理由" }), "あと少しです");
    await userEvent.click(within(dialog).getByRole("button", { name: "リクエストを断る" }));
    expect(await screen.findByText("リクエストを断りました。")).toBeVisible();
    expect(api.calls(REFUSE)[0]?.body).toEqual({ requestId: 7, reason: "あと少しです" });
    await waitFor(() => expect(screen.queryByText(ASKED)).toBeNull());
    expect(button("編集を終了")).toBeVisible();
    await waitFor(() => expect(cursor()).toHaveFocus());
  });

  it("hears that the request is over when it was withdrawn in the moment of the answer", async () => {
    const { dictionaries } = await asked();
    dictionaries.isAskedBy(1, null);
    api.refuse(HAND_OVER, conflict("LOCK_REQUEST_GONE"));
    expectConsoleErrors();
    await userEvent.click(button("5分後に渡す"));
    expect(await screen.findByText("編集ロックのリクエストはすでに終了しています。")).toBeVisible();
    await waitFor(() => expect(screen.queryByText(ASKED)).toBeNull());
    expect(button("編集を終了")).toBeVisible();
  });

  it("hears it in the form of the properties, whose save ends the editing", async () => {
    const dictionaries = dictionariesAre(aDictionary());
    openStaff("/dictionaries/1/edit");
    const name = await screen.findByRole("textbox", { name: "辞書名" });
    await userEvent.clear(name);
    await userEvent.type(name, "診療用語");
    dictionaries.isAskedBy(1, {});
    await tell(dictionaries);
    const banner = await bannerOf(ASKED);
    await userEvent.click(within(banner).getByRole("button", { name: "保存して渡す" }));
    expect(await screen.findByText("変更を保存しました。")).toBeVisible();
    expect(api.calls("PATCH /dictionaries/{id}")[0]?.body).toEqual({ dictionaryName: "診療用語" });
    await waitFor(() => expect(api.calls("DELETE /dictionaries/{id}/lock")).toHaveLength(1));
  });

  it.each(["import", "history"])("hears it on the tab %s as well", async (tab) => {
    const { dictionaries } = await openEntries(words);
    api.answer("GET /dictionaries/{id}/imports", () => ({
      content: [],
      page: 0,
      size: 10,
      sort: "importId,desc",
      totalElements: 0,
      totalPages: 0,
    }));
    api.answer("GET /audit-events", () => ({ content: [], next: null }));
    await beginEdit();
    const link = tab === "import" ? "取り込み" : "変更履歴";
    await userEvent.click(screen.getByRole("link", { name: link }));
    dictionaries.isAskedBy(1, {});
    await tell(dictionaries);
    const banner = await bannerOf(ASKED);
    expect(within(banner).getByRole("button", { name: "保存して渡す" })).toBeEnabled();
  });
});

describe("who needs a dictionary that another edits", () => {
  const nothing = { dictionaryId: 1, request: null, waitSeconds: null, lock: null, refusal: null };
  const request: EditRequest = {
    requestId: 7,
    requestedBy: "me",
    requestedByName: "田中 次郎",
    requestedAt: "2026-04-02T05:32:00.000Z",
    handOverAt: null,
    message: null,
  };
  const waiting: EditRequestState = { ...nothing, state: "WAITING", request, waitSeconds: 120 };
  const WAITING = "編集ロックをリクエストしています。このページを開いたままお待ちください。";

  const open = () => openEntries(words, heldBySato());
  async function openTab(below: string) {
    if (below === "") return open();
    const dictionaries = dictionariesAre(aDictionary(heldBySato()));
    openStaff(`/dictionaries/1${below}`, organizationAdmin);
    return { dictionaries };
  }

  async function ask(message = "", below = "") {
    const { dictionaries } = await openTab(below);
    api.answer(ASK, () => ({ ...waiting, lockToken: "token of the request" }));
    api.answer(LOOK, () => waiting);
    api.answer("DELETE /dictionaries/{id}/lock", () => undefined);
    await userEvent.click(await screen.findByRole("button", { name: "編集ロックをリクエスト" }));
    const dialog = await screen.findByRole("dialog", { name: "編集ロックをリクエスト" });
    if (message) {
      await userEvent.type(within(dialog).getByRole("textbox", { name: "メッセージ" }), message);
    }
    await userEvent.click(within(dialog).getByRole("button", { name: "編集ロックをリクエスト" }));
    expect(await screen.findByText(WAITING)).toBeVisible();
    return dictionaries;
  }
  async function hear(dictionaries: Dictionaries, state: EditRequestState) {
    api.answer(LOOK, () => state);
    await tell(dictionaries);
  }

  it("asks the holder with a message, and may withdraw", async () => {
    const dictionaries = await ask("急ぎます");
    expect(api.calls(ASK)[0]?.body).toEqual({ message: "急ぎます" });
    await hear(dictionaries, {
      ...waiting,
      request: { ...request, handOverAt: "2026-04-02T05:37:00.000Z" },
    });
    expect(await screen.findByText("14:37までに編集ロックを受け取ります。")).toBeVisible();
    await userEvent.click(button("リクエストを取り下げる"));
    expect(await screen.findByRole("button", { name: "編集ロックをリクエスト" })).toHaveFocus();
    const [withdrawn] = api.calls("DELETE /dictionaries/{id}/lock");
    expect(withdrawn?.headers.get("X-Lock-Token")).toBe("token of the request");
  });

  it("hears at once that the request was refused, and why", async () => {
    const dictionaries = await ask();
    expect(api.calls(ASK)[0]?.body).toEqual({});
    await hear(dictionaries, {
      ...nothing,
      state: "REFUSED",
      refusal: { refusedByName: "佐藤 花子", reason: "あと少しです" },
    });
    const banner = await bannerOf("佐藤 花子さんが編集を続けています。リクエストは断られました。");
    expect(banner).toHaveTextContent("理由：あと少しです");
    expect(button("編集ロックをリクエスト")).toBeEnabled();
    expect(screen.queryByText(WAITING)).toBeNull();
  });

  it("gets the lock at once, and writes by the token of the request", async () => {
    const dictionaries = await ask();
    const lock = dictionaries.giveTo(1, "token of the request");
    await hear(dictionaries, { ...nothing, state: "GRANTED", lock });
    expect(await screen.findByText("編集ロックを受け取りました。")).toBeVisible();
    expect(screen.getByText("編集ロックを受け取りました。").closest("[role]")).toHaveAttribute(
      "role",
      "status",
    );
    expect(button("編集を終了")).toBeVisible();
    expect(cursor()).toHaveFocus();
    fireEvent.pointerDown(cell("褥瘡"), { button: 0, pointerType: "mouse" });
    await userEvent.keyboard("床ずれ{Enter}");
    await waitFor(() => expect(api.calls(BATCH)).toHaveLength(1));
    expect(api.calls(BATCH)[0]?.headers.get("X-Lock-Token")).toBe("token of the request");
    await userEvent.click(button("閉じる"));
    expect(screen.queryByText("編集ロックを受け取りました。")).toBeNull();
    expect(cursor()).toHaveFocus();
  });

  it.each([
    ["", "table"],
    ["/edit", "first field"],
    ["/history", "tab"],
  ])("is led on from the button that goes, on %s to the %s", async (below) => {
    api.answer("GET /audit-events", () => ({ content: [], next: null }));
    // The form asks for the lock when it is opened.
    expectConsoleErrors();
    const dictionaries = await ask("", below);
    button("リクエストを取り下げる").focus();
    const lock = dictionaries.giveTo(1, "token of the request");
    await hear(dictionaries, { ...nothing, state: "GRANTED", lock });
    expect(await screen.findByText("編集ロックを受け取りました。")).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
    if (below === "") expect(cursor()).toHaveFocus();
    if (below === "/edit") expect(screen.getByRole("textbox", { name: "辞書名" })).toHaveFocus();
  });

  it("sees who waits already, and cannot ask too", async () => {
    const { dictionaries } = await open();
    const ask = await screen.findByRole("button", { name: "編集ロックをリクエスト" });
    expect(ask).toBeEnabled();
    dictionaries.isAskedBy(1, {});
    await tell(dictionaries);
    const sentence = "鈴木 一郎さんがすでに編集ロックをリクエストしています。";
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(ask).toHaveAttribute("aria-disabled", "true");
    expect(ask).toHaveAccessibleDescription(expect.stringContaining(sentence));
    await userEvent.click(ask);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is told by the dialog who was faster", async () => {
    await open();
    const sentence = "鈴木 一郎さんがすでに編集ロックをリクエストしています。";
    api.refuse(ASK, conflict("LOCK_REQUESTED", { message: sentence }));
    expectConsoleErrors();
    await userEvent.click(await screen.findByRole("button", { name: "編集ロックをリクエスト" }));
    const dialog = await screen.findByRole("dialog", { name: "編集ロックをリクエスト" });
    await userEvent.click(within(dialog).getByRole("button", { name: "編集ロックをリクエスト" }));
    expect(await within(dialog).findByText(sentence)).toBeVisible();
  });
});
