import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { forbidden, locked, notFound } from "../../../server/problem.ts";
import { expectConsoleErrors } from "../contracts/expectConsoleErrors.ts";
import { beginEdit, button, entriesApi, openEntries, pointAt } from "./entriesPage.ts";
import { anEntry } from "./entryRecords.ts";

const api = entriesApi();

const BULK = "POST /dictionaries/{id}/entries/bulk";
const UNDO = "POST /dictionaries/{id}/entries/bulk/{actId}/undo";

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

/** What was asked of the server, without the reads of what is in view. */
const asked = () => [...api.calls(BULK), ...api.calls(UNDO)].map(({ body }) => body);

async function removeChosen() {
  await userEvent.click(button("削除する"));
  const question = await screen.findByRole("alertdialog", { name: "単語の削除" });
  await userEvent.click(within(question).getByRole("button", { name: "削除する" }));
}

describe("all entries of a large dictionary", () => {
  it("are deleted by one request, come back by one, and are deleted again", async () => {
    const records = await edit(450);
    await chooseAll("450");
    expect(api.calls("GET /dictionaries/{id}/entries/range")).toHaveLength(1);
    const go = records.pauseAt(1);
    await removeChosen();
    expect(await screen.findByText("処理しています...")).toHaveAttribute("role", "status");
    go();
    expect(await screen.findByText("450件を削除しました。")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(records.all()).toEqual([]);
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText("元に戻しました。")).toBeVisible();
    expect(records.all().map(({ entryId }) => entryId)).toEqual(
      Array.from({ length: 450 }, (_, n) => n + 1),
    );
    expect(asked()).toEqual([{ action: "DELETE", where: {}, count: 450 }, { entries: [] }]);
    await waitFor(() => expect(screen.getByRole("textbox", { name: /行目$/ })).toHaveFocus());
    await userEvent.keyboard("{Control>}y{/Control}");
    expect(await screen.findByText("やり直しました。")).toBeVisible();
    expect(records.all()).toEqual([]);
  });

  it.each(["deleted", "disabled"])(
    "come back by 元に戻す where a new word was being typed when they were %s",
    async (what) => {
      const records = await edit(3);
      await userEvent.click(button("単語を追加"));
      await userEvent.keyboard("保留語{Tab}ほりゅうご");
      await chooseAll("3");
      if (what === "deleted") await removeChosen();
      else await userEvent.click(button("無効にする"));
      await screen.findByText(/^3件を(削除|無効に)しました。$/);
      await userEvent.click(button("元に戻す"));
      expect(await screen.findByText("元に戻しました。")).toBeVisible();
      expect(records.all().map(({ surface, enabled }) => [surface, enabled])).toEqual(
        ["単語1", "単語2", "単語3", "保留語"].map((surface) => [surface, true]),
      );
    },
  );

  it("are named one by one once one of them is left out, and stay chosen", async () => {
    const records = await edit(450);
    await chooseAll("450");
    fireEvent.pointerDown(screen.getByRole("gridcell", { name: "1行目を選択" }), {
      button: 0,
      pointerType: "mouse",
    });
    await screen.findByText(/449件を選択中/);
    await userEvent.click(button("無効にする"));
    expect(await screen.findByText("449件を無効にしました。")).toBeVisible();
    expect(records.all().filter(({ enabled }) => enabled)).toHaveLength(1);
    expect(asked()).toMatchObject([{ action: "DISABLE", entries: { length: 449 } }]);
    await userEvent.click(button("有効にする"));
    expect(await screen.findByText("449件を有効にしました。")).toBeVisible();
    expect(records.all().every(({ enabled }) => enabled)).toBe(true);
  });

  it("are sent again as the same request after the network went away", async () => {
    expectConsoleErrors();
    const records = await edit(450);
    await chooseAll("450");
    api.cutOff(BULK, { once: true });
    await userEvent.click(button("無効にする"));
    expect(await screen.findByText(/^ネットワークエラーが発生しました。/)).toBeVisible();
    expect(screen.getByText(/450件を選択中/)).toBeVisible();
    await waitFor(() => expect(button("無効にする")).toBeEnabled());
    await userEvent.click(button("無効にする"));
    expect(await screen.findByText("450件を無効にしました。")).toBeVisible();
    expect(records.all().some(({ enabled }) => enabled)).toBe(false);
    const [lost, again] = api.calls(BULK);
    expect(again?.body).toEqual(lost?.body);
    expect(again?.headers.get("Idempotency-Key")).toBe(lost?.headers.get("Idempotency-Key"));
  });

  it("stay as they are where the lock was lost, and stay chosen", async () => {
    expectConsoleErrors();
    const records = await edit(450);
    await chooseAll("450");
    api.refuse(BULK, locked("LOCK_LOST"), { once: true });
    await removeChosen();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(records.all()).toHaveLength(450);
    expect(screen.getByText(/450件を選択中/)).toBeVisible();
  });

  it("are not chosen where they cannot be read", async () => {
    await edit(450);
    api.refuse("GET /dictionaries/{id}/entries/range", forbidden());
    expectConsoleErrors();
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    await waitFor(() => expect(screen.queryByText("選択しています...")).toBeNull());
    expect(screen.queryByText(/件を選択中/)).toBeNull();
  });
});

describe("what cannot be put back", () => {
  const disable = async (count: number) => {
    await userEvent.click(screen.getByRole("checkbox", { name: "すべて選択" }));
    await screen.findByText(new RegExp(`${count}件を選択中`));
    await userEvent.click(button("無効にする"));
    await screen.findByText(`${count}件を無効にしました。`);
  };

  it("since its entry has changed is named, and the others go back", async () => {
    const records = await edit(3);
    await disable(3);
    records.change(2, { note: "他の人" });
    await userEvent.click(button("元に戻す"));
    expect(
      await screen.findByText(
        "2件を元に戻しました。1件は、その後に変更されたためそのままです（「単語2」）。",
      ),
    ).toBeVisible();
    expect(records.all().map(({ enabled }) => enabled)).toEqual([true, false, true]);
    expect(button("元に戻す")).toBeDisabled();
  });

  it("is told where nothing is left of it", async () => {
    const records = await edit(1);
    await disable(1);
    records.remove(1);
    await userEvent.click(button("元に戻す"));
    expect(
      await screen.findByText("1件は、その後に変更されたため元に戻していません（「単語1」）。"),
    ).toBeVisible();
    await waitFor(() => expect(button("元に戻す")).toBeDisabled());
  });

  it("because the server has forgotten it leaves the list, with the reason", async () => {
    expectConsoleErrors();
    await edit(1);
    await disable(1);
    api.refuse(UNDO, notFound(), { once: true });
    await userEvent.click(button("元に戻す"));
    expect(await screen.findByText(/操作の記録が残っていないため/)).toBeVisible();
    await waitFor(() => expect(button("元に戻す")).toBeDisabled());
  });

  it("does not include what was edited since and put back", async () => {
    const records = await edit(2);
    await disable(2);
    await userEvent.click(button("選択を解除"));
    await pointAt("単語1");
    await userEvent.keyboard("別の語{Enter}");
    await waitFor(() => expect(records.all()[0]?.surface).toBe("別の語"));
    for (const left of ["単語1", "単語1"]) {
      await waitFor(() => expect(button("元に戻す")).toBeEnabled());
      await userEvent.click(button("元に戻す"));
      await waitFor(() => expect(records.all()[0]?.surface).toBe(left));
    }
    await waitFor(() => expect(records.all().every(({ enabled }) => enabled)).toBe(true));
  });
});
