import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { useNavigate } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { line } from "../../../domain/text/text.ts";
import { DialogForm } from "../../../src/components/dialog/DialogForm.tsx";
import { FormDialog } from "../../../src/components/dialog/FormDialog.tsx";
import { draftKey, readDraft } from "../../../src/components/draft/draftStore.ts";
import { CreatePage } from "../../../src/components/form/CreatePage.tsx";
import { EditPage } from "../../../src/components/form/EditPage.tsx";
import { NumberInput } from "../../../src/components/form/NumberInput.tsx";
import { TextInput } from "../../../src/components/form/TextInput.tsx";
import { validateWith } from "../../../src/components/form/validateWith.ts";
import { NO_PROFILE, userProfile } from "../../../src/providers/signIn/userProfile.ts";
import { renderConsole } from "./renderConsole.tsx";

const validate = validateWith(z.object({ name: line(20), note: line(20), count: z.int().min(1) }));
const back = { to: "/things", name: "荷物" };
const BLANK = { name: "", note: "", count: null };
const create = vi.fn();
const update = vi.fn();
const getOne = vi.fn();
const onSubmit = vi.fn();

const inputs = (
  <>
    <TextInput source="name" required />
    <TextInput source="note" required />
    <NumberInput source="count" required />
  </>
);

function Dialog() {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        開閉
      </button>
      {open ? (
        <DialogForm
          draft="things.note"
          id="f"
          values={BLANK}
          validate={validate}
          onSubmit={onSubmit}
        >
          {inputs}
        </DialogForm>
      ) : null}
    </>
  );
}

function OpenedDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        メモを追加
      </button>
      {open ? (
        <FormDialog
          title="メモの追加"
          confirm="保存"
          draft="things.note"
          values={BLANK}
          validate={validate}
          pending={false}
          onSubmit={async () => undefined}
          onClose={() => setOpen(false)}
        >
          {inputs}
        </FormDialog>
      ) : null}
    </>
  );
}

function Elsewhere() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate("/things/create")}>
      荷物を追加
    </button>
  );
}

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
            defaultValues={BLANK}
            validate={validate}
          >
            {inputs}
          </CreatePage>
        ),
      },
      {
        path: "/things/:id",
        element: (
          <EditPage title="荷物の編集" back={back} fields={{}} validate={validate}>
            {inputs}
          </EditPage>
        ),
      },
      { path: "/dialog", element: <Dialog /> },
      { path: "/opened", element: <OpenedDialog /> },
      { path: "/things", element: <Elsewhere /> },
      { path: "/things/:id/show", element: <h1>荷物の詳細</h1> },
    ],
    at,
    dataProvider: { create, update, getOne },
  });
}

const FOUND = /^保存されていない入力内容がこの端末に保管されています。/;
const OUTDATED = "保管した後に内容が更新されています。入力した項目だけを復元します。";

const field = (name: string) => screen.getByRole("textbox", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const signedInAs = (userId: string) => userProfile.set({ ...NO_PROFILE, userId });
const type = (name: string, text: string) => userEvent.type(field(name), text);

/** A session that ends loads another page: nothing of this one is unmounted on purpose. */
function endSession({ unmount }: { unmount: () => void }) {
  const profile = userProfile.get();
  userProfile.clear();
  unmount();
  userProfile.set(profile);
}

async function leaveInput(at: string) {
  const page = open(at);
  await screen.findByRole("textbox", { name: "名前" });
  await userEvent.clear(field("名前"));
  await type("名前", "途中の荷物");
  endSession(page);
}

beforeEach(() => {
  window.localStorage.clear();
  signedInAs("u1");
  create.mockReset().mockImplementation(async (_resource, { data }) => ({
    data: { ...data, id: 9 },
  }));
  update.mockReset().mockImplementation(async (_resource, { data }) => ({ data }));
  getOne.mockReset().mockImplementation(async () => ({
    data: { id: 1, version: 1, name: "りんご", note: "赤い", count: 3 },
  }));
});

describe.each([
  ["a new record", "/things/create", ""],
  ["a record", "/things/1", "りんご"],
  ["a dialog", "/dialog", ""],
])("the input of %s", (_form, at, before) => {
  it("outlives the session, and is offered, not filled in by itself", async () => {
    await leaveInput(at);
    open(at);
    expect(await screen.findByText(FOUND)).toBeVisible();
    expect(field("名前")).toHaveValue(before);
    await press("復元する");
    expect(field("名前")).toHaveValue("途中の荷物");
    expect(screen.queryByText(FOUND)).toBeNull();
  });

  it("is shown to nobody else", async () => {
    await leaveInput(at);
    signedInAs("u2");
    open(at);
    await screen.findByRole("textbox", { name: "名前" });
    expect(screen.queryByText(FOUND)).toBeNull();
  });

  it("is forgotten when it is not wanted", async () => {
    await leaveInput(at);
    const page = open(at);
    await userEvent.click(await screen.findByRole("button", { name: "破棄する" }));
    expect(screen.queryByText(FOUND)).toBeNull();
    await waitFor(() => expect(window.localStorage).toHaveLength(0));
    endSession(page);
  });

  it("is forgotten when it is deleted again", async () => {
    open(at);
    await screen.findByRole("textbox", { name: "名前" });
    await type("名前", "が");
    await waitFor(() => expect(window.localStorage).toHaveLength(1));
    await type("名前", "{Backspace}");
    await waitFor(() => expect(window.localStorage).toHaveLength(0));
  });
});

describe("a kept draft", () => {
  it("holds only what was typed, with numbers as numbers", async () => {
    const page = open("/things/create");
    await type("名前", "荷物");
    await type("個数", "１２");
    endSession(page);
    expect(readDraft(draftKey("things", "create"))?.values).toEqual({ name: "荷物", count: 12 });
  });

  it("is forgotten when the new record is saved, even if the server writes it otherwise", async () => {
    await leaveInput("/things/create");
    open("/things/create");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    await type("メモ", "丸い");
    await type("個数", "2");
    await press("保存");
    expect(await screen.findByText("荷物の詳細")).toBeVisible();
    expect(create.mock.lastCall?.[1].data).toMatchObject({ name: "途中の荷物", note: "丸い" });
    expect(window.localStorage).toHaveLength(0);
  });

  it("is forgotten when the changes are saved, even if the server writes them otherwise", async () => {
    update.mockImplementation(async (_resource, { data }) => ({
      data: { ...data, name: data.name.toUpperCase(), version: 2 },
    }));
    open("/things/1");
    await screen.findByRole("textbox", { name: "名前" });
    await type("名前", "abc");
    await press("保存");
    expect(await screen.findByText("荷物の詳細")).toBeVisible();
    expect(window.localStorage).toHaveLength(0);
  });

  it("stays when the save fails", async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    update.mockRejectedValue(new Error("保存できませんでした。"));
    open("/things/1");
    await screen.findByRole("textbox", { name: "名前" });
    await type("名前", "2");
    await press("保存");
    expect(await screen.findByText("保存できませんでした。")).toBeVisible();
    expect(readDraft(draftKey("things", 1))?.values).toEqual({ name: "りんご2" });
  });

  it("is forgotten when the page is left without saving, but not while that is asked", async () => {
    const { router } = open("/things/create");
    await type("名前", "荷物");
    await userEvent.click(screen.getByRole("link", { name: "キャンセル" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(readDraft(draftKey("things", "create"))).not.toBeNull();
    await userEvent.click(question.getByRole("button", { name: "ページを離れる" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/things"));
    expect(window.localStorage).toHaveLength(0);
  });

  it("is forgotten when its dialog is closed", async () => {
    open("/dialog");
    await type("名前", "荷物");
    await press("開閉");
    expect(window.localStorage).toHaveLength(0);
  });

  it.each([
    [
      "is offered again after Esc, which may have been a slip",
      () => userEvent.keyboard("{Escape}"),
      1,
    ],
    ["is given up by キャンセル", () => press("キャンセル"), 0],
  ])("of a dialog %s", async (_, close, stored) => {
    open("/opened");
    await press("メモを追加");
    await type("名前", "荷物");
    await close();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.localStorage).toHaveLength(stored);
    await press("メモを追加");
    expect(field("名前")).toHaveValue("");
    expect(screen.queryAllByText(FOUND)).toHaveLength(stored);
  });

  it("says that the record has changed since, and fills in only what was typed", async () => {
    await leaveInput("/things/1");
    getOne.mockImplementation(async () => ({
      data: { id: 1, version: 2, name: "みかん", note: "黄色い", count: 3 },
    }));
    open("/things/1");
    expect(await screen.findByText(OUTDATED)).toBeVisible();
    await press("復元する");
    expect(field("名前")).toHaveValue("途中の荷物");
    expect(field("メモ")).toHaveValue("黄色い");
    await press("保存");
    await screen.findByText("荷物の詳細");
    expect(update.mock.lastCall?.[1].previousData).toMatchObject({ version: 2 });
  });

  it("does not say so of the version that it began with", async () => {
    await leaveInput("/things/1");
    open("/things/1");
    await screen.findByText(FOUND);
    expect(screen.queryByText(OUTDATED)).toBeNull();
  });

  it("belongs to the place of its form", async () => {
    await leaveInput("/things/create?renew=1");
    open("/things/create");
    await screen.findByRole("textbox", { name: "名前" });
    expect(screen.queryByText(FOUND)).toBeNull();
  });

  it.each(["{", "[]", '{"keptAt":1}', '{"keptAt":9e15,"values":{"name":{"a":1}}}'])(
    "is not taken from what another user wrote there: %s",
    async (text) => {
      window.localStorage.setItem(draftKey("things", "create"), text);
      open("/things/create");
      await screen.findByRole("textbox", { name: "名前" });
      expect(screen.queryByText(FOUND)).toBeNull();
    },
  );

  it("does not bring in fields that the form does not have", async () => {
    const values = { name: "荷物", password: "secret" };
    const key = draftKey("things", "create");
    window.localStorage.setItem(key, JSON.stringify({ keptAt: Date.now(), values }));
    open("/things/create");
    await userEvent.click(await screen.findByRole("button", { name: "復元する" }));
    await type("メモ", "丸い");
    await type("個数", "2");
    await press("保存");
    await screen.findByText("荷物の詳細");
    expect(create.mock.lastCall?.[1].data).toEqual({ name: "荷物", note: "丸い", count: 2 });
  });
});
