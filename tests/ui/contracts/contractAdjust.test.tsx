import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { internal, validationFailed } from "../../../server/problem.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { openStream } from "../../support/doubleStream.ts";
import { aContract, anAdjustment } from "../../support/records.ts";
import { contractsAre } from "./contractRecords.ts";
import { expectConsoleErrors } from "./expectConsoleErrors.ts";
import { openAdmin } from "./openAdmin.tsx";
import { action, fieldOf, openDetail } from "./openDetail.ts";

const api = apiDouble("admin");
const ADJUST = "POST /contracts/{id}/adjustments";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") });
});

async function openDialog(contract = aContract()) {
  await openDetail(contract);
  await userEvent.click(await screen.findByRole("button", { name: "利用を調整" }));
  const dialog = within(await screen.findByRole("dialog", { name: "利用の調整" }));
  const field = (name: string) => dialog.getByRole("textbox", { name: new RegExp(`^${name}`) });
  return {
    dialog,
    field,
    enter: async (name: string, text: string) => {
      await userEvent.clear(field(name));
      await userEvent.type(field(name), text);
    },
    /** The row of a figure: its name, before and after. */
    shown: (name: string) => dialog.getByRole("row", { name: new RegExp(`^${name}`) }).textContent,
    adjust: () => userEvent.click(dialog.getByRole("button", { name: "調整する" })),
  };
}

describe("adjusting what a contract has used", () => {
  it("takes away what was entered, and shows the new figures", async () => {
    const { dialog, enter, shown, adjust } = await openDialog();
    expect(shown("文字起こし件数")).toBe("文字起こし件数120件120件");
    await enter("件数", "３");
    await enter("時間", "1:30");
    await enter("理由", "重複計上のため");
    expect(shown("文字起こし件数")).toBe("文字起こし件数120件117件");
    expect(shown("文字起こし時間")).toBe("文字起こし時間8時間45分7時間15分");
    expect(dialog.getByRole("textbox", { name: /^時間/ })).toHaveValue("1時間30分");

    api.answer(ADJUST, () => anAdjustment());
    const adjusted = aContract({ usedTranscriptCount: 117, usedTranscriptMinutes: 435 });
    api.answer("GET /contracts/{id}", () => adjusted);
    await adjust();
    expect(await screen.findByText("利用を調整しました。")).toBeVisible();
    expect(api.calls(ADJUST).map(({ body }) => body)).toEqual([
      { transcriptCount: -3, seconds: -5_400, reason: "重複計上のため" },
    ]);
    await waitFor(() => expect(fieldOf("文字起こし件数の残り")).toBe("883件117/1,000件11%"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the dialog and its input where the contract once cannot be read again", async () => {
    expectConsoleErrors();
    const stream = openStream(api);
    const { enter, field, shown } = await openDialog();
    await enter("理由", "重複計上のため");
    await waitFor(() => expect(stream.isHeard()).toBe(true));
    const reads = api.calls("GET /contracts/{id}").length;
    api.answer("GET /contracts/{id}", () => internal());
    stream.tell("resource/contracts/1", "updated");
    await waitFor(() => expect(api.calls("GET /contracts/{id}").length).toBeGreaterThan(reads));
    api.answer("GET /contracts/{id}", () => aContract({ usedTranscriptCount: 118 }));
    stream.tell("resource/contracts/1", "updated");
    await waitFor(() => expect(shown("文字起こし件数")).toBe("文字起こし件数118件118件"), {
      timeout: 4_000,
    });
    expect(field("理由")).toHaveValue("重複計上のため");
  });

  it("adds, also beyond a cap, which it says", async () => {
    const { dialog, enter, shown, adjust } = await openDialog();
    await userEvent.click(dialog.getByRole("radio", { name: "増やす" }));
    await enter("件数", "881");
    await enter("理由", "計上漏れのため");
    expect(shown("文字起こし件数")).toBe("文字起こし件数120件1,001件上限（1,000件）を超えます。");
    api.answer(ADJUST, () => anAdjustment());
    await adjust();
    expect(await screen.findByText("利用を調整しました。")).toBeVisible();
    expect(api.calls(ADJUST)[0]?.body).toMatchObject({ transcriptCount: 881, seconds: 0 });
  });

  it("takes seconds, and shows the result to the second", async () => {
    const { enter, shown, field, adjust } = await openDialog();
    await enter("時間", "0:45:30");
    await enter("理由", "誤り");
    expect(field("時間")).toHaveValue("45分30秒");
    expect(shown("文字起こし時間")).toBe("文字起こし時間8時間45分7時間59分30秒");
    api.answer(ADJUST, () => anAdjustment());
    await adjust();
    expect(await screen.findByText("利用を調整しました。")).toBeVisible();
    expect(api.calls(ADJUST)[0]?.body).toMatchObject({ transcriptCount: 0, seconds: -2_730 });
  });

  it("says at the figures what is missing or impossible, and asks nobody", async () => {
    const { dialog, enter, field, adjust } = await openDialog();
    await adjust();
    const nothing = "件数と時間のどちらかに、0以外の数を入力してください。";
    expect(await dialog.findAllByText(nothing)).toHaveLength(1);
    expect(field("件数")).toHaveFocus();
    expect(dialog.getByText("理由を入力してください。")).toBeVisible();
    await enter("時間", "10");
    expect(dialog.queryByText(nothing)).toBeNull();
    await userEvent.clear(field("時間"));

    await enter("件数", "121");
    await adjust();
    expect(
      await dialog.findByText("利用件数は120件のため、減らせるのは120件までです。"),
    ).toBeVisible();
    await enter("時間", "8時間45分1秒");
    await adjust();
    expect(
      await dialog.findByText("利用時間は8時間45分のため、減らせるのは8時間45分までです。"),
    ).toBeVisible();
    await enter("件数", "-5");
    await enter("時間", "半日");
    await adjust();
    expect(await dialog.findByText("件数は0以上で入力してください。")).toBeVisible();
    expect(dialog.getByText(/^時間は9,999,999分以下の、分（例：90）か/)).toBeVisible();
    expect(api.calls(ADJUST)).toHaveLength(0);
  });

  it("takes away why a try failed with the next one, also where that sends nothing", async () => {
    expectConsoleErrors();
    const { dialog, enter, field, adjust } = await openDialog();
    await enter("件数", "1");
    await enter("理由", "誤り");
    const sentence = "サーバーエラーが発生しました。管理者にお問い合わせください。";
    api.refuse(ADJUST, internal());
    await adjust();
    expect(await dialog.findByText(sentence)).toBeVisible();
    await userEvent.clear(field("理由"));
    expect(dialog.getByText(sentence)).toBeVisible();
    await adjust();
    expect(await dialog.findByText("理由を入力してください。")).toBeVisible();
    expect(dialog.queryByText(sentence)).toBeNull();
    await enter("理由", "誤り");
    await adjust();
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(api.calls(ADJUST)).toHaveLength(2);
  });

  it("forgets the error of a field once its text is valid, and tells a new one on leaving it", async () => {
    const { dialog, field, adjust } = await openDialog();
    await adjust();
    const missing = "理由を入力してください。";
    expect(await dialog.findByText(missing)).toBeVisible();
    fireEvent.compositionStart(field("理由"));
    fireEvent.change(field("理由"), { target: { value: "ご" } });
    await waitFor(() => expect(dialog.queryByText(missing)).toBeNull());
    fireEvent.compositionEnd(field("理由"));
    fireEvent.change(field("理由"), { target: { value: "" } });
    expect(dialog.queryByText(missing)).toBeNull();
    fireEvent.blur(field("理由"));
    expect(await dialog.findByText(missing)).toBeVisible();
  });

  it("shows the server's sentence at the time, and keeps the input", async () => {
    expectConsoleErrors();
    const { dialog, enter, field, adjust } = await openDialog();
    const sentence = "利用時間は8時間44分10秒のため、減らせるのは8時間44分10秒までです。";
    api.refuse(ADJUST, validationFailed({ seconds: sentence }), { once: true });
    await enter("時間", "525");
    await enter("理由", "全件の取り消し");
    await adjust();
    expect(await dialog.findByText(sentence)).toBeVisible();
    expect(field("時間")).toBeInvalid();
    expect(field("時間")).toHaveValue("8時間45分");
    api.answer(ADJUST, () => anAdjustment());
    await enter("時間", "8:44:10");
    await adjust();
    expect(await screen.findByText("利用を調整しました。")).toBeVisible();
    const keys = api.calls(ADJUST).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(2);
  });

  it("sends the same key when the answer was lost, so that nothing counts twice", async () => {
    expectConsoleErrors();
    const { dialog, enter, adjust } = await openDialog();
    await enter("件数", "1");
    await enter("理由", "誤り");
    api.cutOff(ADJUST);
    await adjust();
    expect(
      await dialog.findByText("ネットワークエラーが発生しました。通信環境をご確認ください。"),
    ).toBeVisible();
    api.answer(ADJUST, () => anAdjustment());
    await adjust();
    expect(await screen.findByText("利用を調整しました。")).toBeVisible();
    const keys = api.calls(ADJUST).map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys.at(-1)).toMatch(/^[\w-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it("is offered for a contract that is over", async () => {
    await openDetail(aContract({ status: "EXPIRED", endDate: "2026-10-31" }));
    expect(action("利用を調整")).toBeEnabled();
  });

  it("is not offered without the right", async () => {
    contractsAre([aContract()]);
    openAdmin("/contracts/1/show", { canAccess: async ({ action: asked }) => asked === "show" });
    await screen.findByRole("heading", { level: 1, name: /^デモ株式会社/ });
    expect(screen.queryByRole("button", { name: "利用を調整" })).toBeNull();
  });
});
