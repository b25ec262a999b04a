import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { CreatePage } from "../../../src/components/form/CreatePage.tsx";
import { NameInputs } from "../../../src/components/form/NameInputs.tsx";
import { renderConsole } from "./renderConsole.tsx";

const create = vi.fn();

function open(defaultValues: Record<string, unknown> = {}) {
  const back = { to: "/things", name: "荷物" };
  create.mockImplementation((_, { data }) => Promise.resolve({ data: { id: 1, ...data } }));
  renderConsole({
    routes: [
      {
        path: "/things/create",
        element: (
          <CreatePage
            title="荷物の追加"
            notice="荷物を追加しました。"
            back={back}
            defaultValues={defaultValues}
          >
            <NameInputs source="name" />
          </CreatePage>
        ),
      },
      { path: "*", element: null },
    ],
    at: "/things/create",
    dataProvider: { create },
  });
}

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^名前(?!（)/ });
const kana = () => screen.getByRole<HTMLInputElement>("textbox", { name: "名前（フリガナ）" });

/** What an IME tells the browser while a person converts kana at the end of the name. */
function convert(steps: readonly string[], committed: string) {
  const before = name().value;
  fireEvent.compositionStart(name());
  for (const data of [...steps, committed]) {
    fireEvent.compositionUpdate(name(), { data });
    fireEvent.change(name(), { target: { value: before + data } });
  }
  fireEvent.compositionEnd(name(), { data: committed });
}

describe("the reading of a name", () => {
  it("fills itself in from what the IME was given", () => {
    open();
    convert(["ｙ", "や", "やま", "やまd", "やまだ"], "山田");
    expect(kana().value).toBe("ヤマダ");
    fireEvent.change(name(), { target: { value: "山田　" } });
    convert(["は", "はなこ", "花こ"], "花子");
    expect(kana().value).toBe("ヤマダ ハナコ");
  });

  it("stays as it is while the name is composed, and after an aborted composition", () => {
    open();
    convert(["やまだ"], "山田");
    fireEvent.compositionStart(name());
    fireEvent.compositionUpdate(name(), { data: "は" });
    fireEvent.change(name(), { target: { value: "山田は" } });
    expect(kana().value).toBe("ヤマダ");
    fireEvent.change(name(), { target: { value: "山田" } });
    fireEvent.compositionEnd(name(), { data: "" });
    expect(kana().value).toBe("ヤマダ");
  });

  it("empties with the name", async () => {
    open();
    convert(["やまだ"], "山田");
    await userEvent.clear(name());
    expect(kana().value).toBe("");
    convert(["さとう"], "佐藤");
    expect(kana().value).toBe("サトウ");
  });

  it("stays as a person wrote it", async () => {
    open();
    convert(["さいとう"], "西東");
    await userEvent.clear(kana());
    await userEvent.type(kana(), "せいとう");
    await userEvent.tab();
    expect(kana().value).toBe("セイトウ");
    convert(["たろう"], "太郎");
    expect(kana().value).toBe("セイトウ");
  });

  it("stays as it was stored", () => {
    open({ name: "山田", nameKana: "ヤマダ" });
    convert(["はなこ"], "花子");
    expect(kana().value).toBe("ヤマダ");
  });

  it("stays empty where only the end of a name was typed", () => {
    open({ name: "山田", nameKana: null });
    convert(["はなこ"], "花子");
    expect(kana().value).toBe("");
  });

  it("stays empty where a name with kana in it was pasted", async () => {
    open();
    await userEvent.click(name());
    await userEvent.paste("テスト検証株式会社");
    expect(kana().value).toBe("");
    convert(["ほんてn"], "本店");
    expect(kana().value).toBe("");
    await userEvent.clear(name());
    convert(["ほn", "ほんてn"], "本店");
    expect(kana().value).toBe("ホンテン");
  });

  it("is sent as null once it is emptied", async () => {
    open({ name: "山田", nameKana: "ヤマダ" });
    await userEvent.clear(kana());
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    await vi.waitFor(() => expect(create).toHaveBeenCalled());
    expect(create.mock.lastCall?.[1].data).toMatchObject({ name: "山田", nameKana: null });
  });
});
