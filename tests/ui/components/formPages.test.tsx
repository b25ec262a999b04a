import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpError, useRefresh } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { line } from "../../../domain/text/text.ts";
import { CreatePage } from "../../../src/components/form/CreatePage.tsx";
import { EditPage } from "../../../src/components/form/EditPage.tsx";
import { NumberInput } from "../../../src/components/form/NumberInput.tsx";
import { TextInput } from "../../../src/components/form/TextInput.tsx";
import { validateWith } from "../../../src/components/form/validateWith.ts";
import { userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { gate } from "../../support/gate.ts";
import { aProfile } from "../../support/records.ts";
import { renderConsole } from "./renderConsole.tsx";

const validate = validateWith(z.object({ name: line(5), note: line(5), count: z.int().min(1) }));
const fields = { name: { label: "名前" }, note: { label: "メモ" }, count: { label: "個数" } };
const back = { to: "/things", name: "荷物" };
const create = vi.fn();
const update = vi.fn();
const getOne = vi.fn();

function ReadAgain() {
  const refresh = useRefresh();
  return (
    <button type="button" onClick={() => refresh()}>
      読み直す
    </button>
  );
}

const inputs = (
  <>
    <ReadAgain />
    <TextInput source="name" required />
    <TextInput source="note" required />
    <NumberInput source="count" required />
  </>
);

function open(at: string) {
  return renderConsole({
    routes: [
      {
        path: "/things/create",
        element: (
          <CreatePage
            title="荷物の追加"
            notice="荷物を追加しました。"
            back={back}
            validate={validate}
          >
            {inputs}
          </CreatePage>
        ),
      },
      {
        path: "/things/:id",
        element: (
          <EditPage title="荷物の編集" back={back} fields={fields} validate={validate}>
            {inputs}
          </EditPage>
        ),
      },
      {
        path: "/told/:id",
        element: (
          <EditPage title="荷物の編集" fields={fields} missing={<p>荷物はなくなりました。</p>}>
            {inputs}
          </EditPage>
        ),
      },
      { path: "/things", element: <h1>荷物一覧</h1> },
      { path: "/things/:id/show", element: <h1>荷物の詳細</h1> },
    ],
    at,
    dataProvider: { create, update, getOne },
  });
}

const field = (name: string) => screen.getByRole("textbox", { name });
const save = () => screen.getByRole("button", { name: "保存" });

async function fill(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), value);
  }
}

/** react-query logs a failed mutation; these tests expect that. */
function expectProblem() {
  vi.mocked(console.error).mockImplementation(() => {});
}

const stored = { id: 7, name: "古い名", note: "メモ", count: 1, version: 1 };

beforeEach(() => {
  create
    .mockReset()
    .mockImplementation((_, { data }) => Promise.resolve({ data: { ...data, id: 7 } }));
  update.mockReset().mockImplementation((_, { data }) => Promise.resolve({ data }));
  getOne.mockReset().mockResolvedValue({ data: stored });
});

describe("the page of a record that is not there", () => {
  it("says so under its title, with the way back to the list", async () => {
    expectProblem();
    getOne.mockRejectedValue(new HttpError("該当データが見つかりませんでした。", 404));
    open("/things/9");
    expect(await screen.findByText("該当データが見つかりませんでした。")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1, name: "荷物の編集" })).toBeVisible();
    expect(screen.getByRole("link", { name: /に戻る$/ })).toHaveAttribute("href", "/things");
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
  });
});

describe("an edited record that is read again", () => {
  const readAgain = () => userEvent.click(screen.getByRole("button", { name: "読み直す" }));

  it("keeps the form and its input when the read fails", async () => {
    expectProblem();
    open("/things/7");
    await screen.findByDisplayValue("古い名");
    await fill({ 名前: "山田" });
    getOne.mockRejectedValue(new HttpError("Network Error", 503));
    await readAgain();
    await waitFor(() => expect(getOne).toHaveBeenCalledTimes(2));
    expect(field("名前")).toHaveValue("山田");
  });

  it("is replaced by the message that it is gone", async () => {
    expectProblem();
    open("/told/7");
    await screen.findByDisplayValue("古い名");
    getOne.mockRejectedValue(new HttpError("該当データが見つかりませんでした。", 404));
    await readAgain();
    expect(await screen.findByText("荷物はなくなりました。")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});

describe("a form", () => {
  it("can always be saved: it says what is wrong, and focuses the first wrong field", async () => {
    open("/things/create");
    await fill({ 名前: "山田" });
    expect(save()).toBeEnabled();
    await userEvent.click(save());
    expect(await screen.findByText("入力内容に不備があります。")).toBeInTheDocument();
    expect(screen.getByText("入力内容に不備があります。")).toHaveAttribute("role", "alert");
    await waitFor(() => expect(field("メモ")).toHaveFocus());
    expect(field("メモ")).toHaveAccessibleDescription("備考を入力してください。");
    expect(field("個数")).toBeInvalid();
    expect(field("名前")).toBeValid();
    expect(save()).toBeEnabled();
    expect(create).not.toHaveBeenCalled();
  });

  it("shows a field's error when the field is left, not while it is typed", async () => {
    open("/things/create");
    await userEvent.type(field("名前"), "長すぎる名前");
    expect(field("名前")).toBeValid();
    await userEvent.tab();
    await waitFor(() => expect(field("名前")).toBeInvalid());
    expect(field("名前")).toHaveAccessibleDescription("名前は5文字以内で入力してください。");
    expect(screen.queryByText("入力内容に不備があります。")).toBeNull();
  });

  it("is headed by the name of what it edits, also in the browser's title", async () => {
    open("/things/7");
    expect(
      await screen.findByRole("heading", { level: 1, name: "古い名の編集" }),
    ).toBeInTheDocument();
    expect(document.title).toBe("古い名の編集 | 荷物 | Knowledge Insight");
  });

  it("saves, confirms it and goes on to the detail page", async () => {
    const { router } = open("/things/create");
    await fill({ 名前: "山田", メモ: "割れ物", 個数: "３" });
    await userEvent.click(save());
    expect(await screen.findByText("荷物を追加しました。")).toBeInTheDocument();
    expect(create.mock.lastCall?.[1].data).toEqual({ name: "山田", note: "割れ物", count: 3 });
    await waitFor(() => expect(router.state.location.pathname).toBe("/things/7/show"));
  });

  it("says that it is being saved, and sends nothing twice meanwhile", async () => {
    const { passed, open: answer } = gate();
    create.mockImplementation(async (_, { data }) => {
      await passed;
      return { data: { ...data, id: 7 } };
    });
    open("/things/create");
    await fill({ 名前: "山田", メモ: "割れ物", 個数: "1" });
    await userEvent.click(save());
    expect(await screen.findByRole("button", { name: "保存しています..." })).toBeDisabled();
    await userEvent.type(field("名前"), "{Enter}");
    answer();
    expect(await screen.findByText("荷物を追加しました。")).toBeInTheDocument();
    expect(create).toHaveBeenCalledTimes(1);
  });

  it("shows every error of the server at its field", async () => {
    expectProblem();
    const errors = {
      name: "この名前はすでに登録されています。",
      count: "2以上で入力してください。",
    };
    create.mockRejectedValueOnce(
      new HttpError("入力内容に不備があります。", 422, {
        code: "VALIDATION_FAILED",
        errors,
        message: "",
      }),
    );
    open("/things/create");
    await fill({ 名前: "山田", メモ: "割れ物", 個数: "1" });
    await userEvent.click(save());
    await waitFor(() => expect(field("名前")).toHaveAccessibleDescription(errors.name));
    expect(field("個数")).toHaveAccessibleDescription(errors.count);
    expect(field("名前")).toHaveFocus();
    expect(screen.getAllByText("入力内容に不備があります。")).toHaveLength(1);
    expect(field("名前")).toHaveValue("山田");
  });

  it("shows a problem that belongs to no field as a notice that stays", async () => {
    expectProblem();
    create.mockRejectedValueOnce(new HttpError("契約期間が重複しています。", 409, {}));
    open("/things/create");
    await fill({ 名前: "山田", メモ: "割れ物", 個数: "1" });
    await userEvent.click(save());
    const notices = screen.getByRole("region", { name: "通知" });
    expect(await within(notices).findByText("契約期間が重複しています。")).toBeInTheDocument();
    expect(field("名前")).toHaveValue("山田");
  });

  it.each([
    ["while kana are converted", { isComposing: true }],
    ["for the key that Safari marks with 229", { keyCode: 229 }],
  ])("leaves Enter to the conversion %s", (_, key) => {
    open("/things/create");
    expect(fireEvent.keyDown(field("名前"), { key: "Enter", ...key })).toBe(false);
    expect(fireEvent.keyDown(field("名前"), { key: "Enter", keyCode: 13 })).toBe(true);
  });
});

describe("leaving a form", () => {
  it("leaves without a question while there is no input", async () => {
    open("/things/create");
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    expect(await screen.findByRole("heading", { name: "荷物一覧" })).toBeInTheDocument();
  });

  it("asks once there is input, and stays by 編集を続ける", async () => {
    const { router } = open("/things/create");
    await fill({ 名前: "山田" });
    await userEvent.click(screen.getByRole("link", { name: "荷物に戻る" }));
    const question = screen.getByRole("alertdialog");
    expect(question).toHaveAccessibleDescription(
      "保存していない変更があります。このページを離れますか？",
    );
    await userEvent.click(within(question).getByRole("button", { name: "編集を続ける" }));
    await waitFor(() => expect(question).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe("/things/create");
    expect(field("名前")).toHaveValue("山田");
  });

  it("leaves by ページを離れる", async () => {
    open("/things/create");
    await fill({ 名前: "山田" });
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    await userEvent.click(screen.getByRole("button", { name: "ページを離れる" }));
    expect(await screen.findByRole("heading", { name: "荷物一覧" })).toBeInTheDocument();
  });

  it("lets the browser ask before the site is left, but not for the sign-in page", async () => {
    userProfile.set(aProfile());
    open("/things/create");
    const leave = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
    expect(leave()).toBe(true);
    await fill({ 名前: "山田" });
    expect(leave()).toBe(false);
    userProfile.clear();
    expect(leave()).toBe(true);
  });
});

describe("a save that comes too late", () => {
  const current = { name: "新しい名", note: "メモ", count: 9, version: 2 };
  const stale = () => new HttpError("", 412, { code: "STALE_VERSION", current });

  async function saveTooLate() {
    expectProblem();
    update.mockRejectedValueOnce(stale());
    open("/things/7");
    await screen.findByDisplayValue("古い名");
    await fill({ 名前: "私の名" });
    await userEvent.click(save());
    return screen.findByText(
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
    );
  }

  it("loses no input and shows what someone else changed", async () => {
    await saveTooLate();
    expect(field("名前")).toHaveValue("私の名");
    const table = screen.getByRole("table", { name: "更新された項目" });
    const rows = within(table)
      .getAllByRole("row")
      .map((row) => row.textContent);
    expect(rows).toEqual(["最新の内容自分の入力", "名前新しい名私の名", "個数9（変更なし）"]);
  });

  it("saves one's own change onto the current version by 自分の変更を適用し直す", async () => {
    await saveTooLate();
    await userEvent.click(screen.getByRole("button", { name: "自分の変更を適用し直す" }));
    await waitFor(() => expect(field("個数")).toHaveValue("9"));
    expect(field("名前")).toHaveValue("私の名");
    await userEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(update.mock.lastCall?.[1]).toMatchObject({
      data: { name: "私の名", count: 9 },
      previousData: { version: 2 },
    });
    expect(await screen.findByText("変更を保存しました。")).toBeInTheDocument();
  });

  it("discards one's own change by 最新の内容を表示", async () => {
    await saveTooLate();
    await userEvent.click(screen.getByRole("button", { name: "最新の内容を表示" }));
    await waitFor(() => expect(field("名前")).toHaveValue("新しい名"));
    expect(field("個数")).toHaveValue("9");
    expect(screen.queryByText(/他の利用者が先に更新した/)).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    expect(await screen.findByRole("heading", { name: "荷物一覧" })).toBeInTheDocument();
  });
});
