import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { locked } from "../../../server/problem.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { beginEdit, button, entriesApi, openEntries } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

const api = entriesApi();

const BATCH = "POST /dictionaries/{id}/entries/batch";

async function edit(count: number) {
  const entries = Array.from({ length: count }, (_, n) =>
    anEntry({ entryId: n + 1, surface: `単語${n + 1}`, reading: "たんご" }),
  );
  const { records } = await openEntries(entries);
  await beginEdit();
  await screen.findByRole("gridcell", { name: "単語1" });
  return records;
}

async function chooseAll(count: string) {
  await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
  await screen.findByText(new RegExp(`${count}件を選択中`));
}

async function removeChosen() {
  await userEvent.click(button("削除する"));
  const question = await screen.findByRole("alertdialog", { name: "単語の削除" });
  await userEvent.click(within(question).getByRole("button", { name: "削除する" }));
}

const progress = (name: string) => screen.findByRole("progressbar", { name });

describe("all entries of a large dictionary", () => {
  it("are deleted with a progress, and come back with one", async () => {
    const records = await edit(450);
    await chooseAll("450");
    const go = records.pauseAt(2);
    await removeChosen();
    await waitFor(async () => expect(await progress("単語の削除")).toHaveAttribute("value", "200"));
    expect(screen.getByRole("progressbar")).toHaveAttribute("max", "450");
    expect(screen.getByText("削除しています... 40%")).toHaveAttribute("role", "status");
    await waitFor(() => expect(button("中止する")).toHaveFocus());
    go();
    expect(await screen.findByText("450件を削除しました。")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(records.all()).toEqual([]);

    const goOn = records.pauseAt(5);
    await userEvent.click(button("元に戻す"));
    await waitFor(async () =>
      expect(await progress("操作を元に戻す")).toHaveAttribute("value", "200"),
    );
    goOn();
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all().map(({ surface }) => surface)).toContain("単語450");
    expect(records.all()).toHaveLength(450);
  });

  it("stay chosen where the deletion was stopped before them; the others come back", async () => {
    const records = await edit(450);
    await chooseAll("450");
    const go = records.pauseAt(1);
    await removeChosen();
    await progress("単語の削除");
    await userEvent.keyboard("{Enter}{Enter}");
    expect(screen.getByText("中止しています...")).toBeVisible();
    go();
    const dialog = screen.getByRole("dialog", { name: "単語の削除" });
    const told = await within(dialog).findByRole("alert");
    expect(told).toHaveTextContent(
      "中止しました。450件のうち200件を削除しました。残りの250件は選択したままなので、同じ操作で続けられます。「元に戻す」を押すと、操作の前に戻せます。",
    );
    await waitFor(() => expect(told).toHaveFocus());
    await userEvent.click(within(dialog).getByText("閉じる"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText(/250件を選択中/)).toBeVisible();
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all()).toHaveLength(450);
    expect(screen.getByText(/250件を選択中/)).toBeVisible();
  });

  it("are sent again as the same batch after the network went away", async () => {
    expectConsoleErrors();
    const records = await edit(450);
    await chooseAll("450");
    const go = records.pauseAt(1);
    await userEvent.click(button("無効にする"));
    await progress("単語を無効にする");
    api.cutOff(BATCH, { once: true });
    go();
    const dialog = screen.getByRole("dialog", { name: "単語を無効にする" });
    expect(await within(dialog).findByRole("alert")).toHaveTextContent(
      /^ネットワークエラーが発生しました。.*450件のうち200件を無効にしました。残りの250件は/,
    );
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(button("無効にする"));
    expect(await screen.findByText("250件を無効にしました。")).toBeVisible();
    expect(records.all().some(({ enabled }) => enabled)).toBe(false);
    const [, lost, again] = api.calls(BATCH);
    expect(again?.body).toEqual(lost?.body);
    expect(again?.headers.get("Idempotency-Key")).toBe(lost?.headers.get("Idempotency-Key"));
  });

  it("stop at a lock that was lost, and stay chosen", async () => {
    expectConsoleErrors();
    const records = await edit(450);
    await chooseAll("450");
    const go = records.pauseAt(1);
    await removeChosen();
    await progress("単語の削除");
    api.refuse(BATCH, locked("LOCK_LOST"), { once: true });
    go();
    expect(await screen.findByText("編集ロックが解除されました。")).toBeVisible();
    expect(records.all()).toHaveLength(250);
    await userEvent.keyboard("{Escape}");
    expect(await screen.findByText(/250件を選択中/)).toBeVisible();
  });

  it("are not left in the middle without a question", async () => {
    const records = await edit(450);
    await chooseAll("450");
    const go = records.pauseAt(1);
    await removeChosen();
    await progress("単語の削除");
    const asks = () => {
      const leaving = new Event("beforeunload", { cancelable: true });
      act(() => void window.dispatchEvent(leaving));
      return leaving.defaultPrevented;
    };
    expect(asks()).toBe(true);
    go();
    expect(await screen.findByText("450件を削除しました。")).toBeVisible();
    await waitFor(() => expect(asks()).toBe(false));
  });

  it("are chosen with a progress that can be stopped", async () => {
    await edit(1_200);
    api.answer("GET /dictionaries/{id}/entries", () => new Promise(() => {}));
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    expect(await progress("選択の進み具合")).toHaveAttribute("max", "1200");
    await userEvent.click(button("中止する"));
    expect(screen.queryByRole("progressbar")).toBeNull();
    expect(screen.queryByText(/件を選択中/)).toBeNull();
    expect(screen.getByRole("textbox", { name: /行目$/ })).toHaveFocus();
  });
});

describe("what cannot be put back", () => {
  const disable = async (count: number) => {
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    await screen.findByText(new RegExp(`${count}件を選択中`));
    await userEvent.click(button("無効にする"));
    await screen.findByText(`${count}件を無効にしました。`);
  };

  it("since its entry is gone leaves the list, with the reason", async () => {
    expectConsoleErrors();
    const records = await edit(1);
    await disable(1);
    records.remove(1);
    await userEvent.click(button("元に戻す"));
    expect(
      await screen.findByText("対象の単語がすでに削除されているため、この操作は元に戻せません。"),
    ).toBeVisible();
    await waitFor(() => expect(button("元に戻す")).toBeDisabled());
  });

  it("of several entries does not keep the others from it", async () => {
    expectConsoleErrors();
    const records = await edit(3);
    await disable(3);
    records.remove(2);
    await userEvent.click(button("元に戻す"));
    expect(
      await screen.findByText("1件はすでに削除されていたため、残りの2件だけを処理しました。"),
    ).toBeVisible();
    expect(records.all().map(({ enabled }) => enabled)).toEqual([true, true]);
    expect(button("元に戻す")).toBeDisabled();
  });
});
