import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import type { ReactNode } from "react";
import { Form, required } from "react-admin";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CheckboxInput } from "../../../src/components/form/Checkbox.tsx";
import { isClearable } from "../../../src/components/form/ClearButton.tsx";
import { DateInput, MonthInput } from "../../../src/components/form/DateInput.tsx";
import { NumberInput } from "../../../src/components/form/NumberInput.tsx";
import { SelectInput } from "../../../src/components/form/SelectInput.tsx";
import { TextAreaInput } from "../../../src/components/form/TextAreaInput.tsx";
import { TextInput } from "../../../src/components/form/TextInput.tsx";
import { asTextField } from "./dateFields.ts";
import { renderIn } from "./renderConsole.tsx";

const onSubmit = vi.fn();
beforeEach(() => onSubmit.mockReset());

function renderForm(inputs: ReactNode, record: Record<string, unknown> = {}) {
  renderIn(
    <Form onSubmit={onSubmit} defaultValues={record} mode="onBlur" noValidate>
      {inputs}
      <button type="submit">送信</button>
    </Form>,
  );
}

async function submitted() {
  await userEvent.click(screen.getByRole("button", { name: "送信" }));
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalled());
  return onSubmit.mock.lastCall?.[0];
}

describe("a field", () => {
  it("names its control, with an asterisk where it is required", () => {
    renderForm(
      <>
        <TextInput source="name" required />
        <TextInput source="note" />
      </>,
    );
    const name = screen.getByRole("textbox", { name: "名前" });
    expect(name).toHaveAttribute("aria-required", "true");
    expect(screen.getByText("名前")).toHaveTextContent("名前*");
    expect(screen.getByRole("textbox", { name: "メモ" })).not.toHaveAttribute("aria-required");
    expect(screen.getByText("メモ")).toHaveTextContent(/^メモ$/);
  });

  it("shows its error after the press that leaves it, so that what is pressed stays where it is", async () => {
    const user = userEvent.setup();
    renderForm(
      <>
        <TextInput source="name" validate={required()} />
        <CheckboxInput source="enabled" />
      </>,
    );
    const name = screen.getByRole("textbox", { name: "名前" });
    const box = screen.getByRole("checkbox");
    await user.click(name);
    await user.pointer({ keys: "[MouseLeft>]", target: box });
    expect(name).not.toHaveFocus();
    await act(async () => {});
    expect(name).toBeValid();
    await user.pointer({ keys: "[/MouseLeft]", target: box });
    expect(box).toBeChecked();
    await vi.waitFor(() => expect(name).toBeInvalid());
  });

  it("ties its description and, once it is left, its error to the control", async () => {
    renderForm(<TextInput source="name" description="例：2026-04" validate={required()} />);
    const name = screen.getByRole("textbox", { name: "名前" });
    expect(name).toHaveAccessibleDescription("例：2026-04");
    expect(name).not.toHaveAttribute("aria-invalid");
    await userEvent.click(name);
    await userEvent.tab();
    await vi.waitFor(() => expect(name).toBeInvalid());
    expect(name).toHaveAccessibleDescription(/^例：2026-04 .+/);
  });
});

describe("the clear button", () => {
  it("is offered for non-empty, non-readonly, focused inputs that are no date, month or number", () => {
    const types = ["text", "search", "email", "password", "tel", "url"];
    const excluded = ["date", "month", "number"];
    fc.assert(
      fc.property(
        fc.constantFrom("", "a", 0, null, undefined),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(...types, ...excluded),
        (value, readOnly, focused, type) => {
          const filled = value === "a" || value === 0;
          expect(isClearable({ value, readOnly, focused, type })).toBe(
            filled && !readOnly && focused && !excluded.includes(type),
          );
        },
      ),
    );
  });

  it("comes with the focus, empties the input, keeps the focus, and goes with it", async () => {
    renderForm(<TextInput source="name" />, { name: "山田" });
    const name = screen.getByRole("textbox", { name: "名前" });
    const clear = () => screen.queryByRole("button", { name: "名前をクリア" });
    expect(clear()).toBeNull();
    await userEvent.click(name);
    await userEvent.click(clear() ?? name);
    expect(name).toHaveValue("");
    expect(name).toHaveFocus();
    expect(clear()).toBeNull();
    await userEvent.type(name, "佐藤");
    expect(clear()).not.toBeNull();
    await userEvent.tab();
    expect(clear()).toBeNull();
  });

  it("is absent from a read-only input", async () => {
    renderForm(<TextInput source="name" readOnly />, { name: "山田" });
    await userEvent.click(screen.getByRole("textbox", { name: "名前" }));
    expect(screen.queryByRole("button", { name: /クリア/ })).toBeNull();
  });
});

describe("the text area", () => {
  it("has four rows, and between three and more of them by its corner", () => {
    renderForm(<TextAreaInput source="note" />);
    const note = screen.getByRole("textbox", { name: "メモ" });
    expect(note).toHaveAttribute("rows", "4");
    expect(note).toHaveStyle({ minHeight: "calc(3lh + 16px)" });
    expect(note).toHaveStyle({ maxHeight: "calc(12lh + 16px)" });
  });

  it("takes other rows, with their least and most", () => {
    renderForm(<TextAreaInput source="note" rows={6} minRows={5} maxRows={8} />);
    const note = screen.getByRole("textbox", { name: "メモ" });
    expect(note).toHaveAttribute("rows", "6");
    expect(note).toHaveStyle({ minHeight: "calc(5lh + 16px)", maxHeight: "calc(8lh + 16px)" });
  });
});

describe("the number input", () => {
  it("is a text field for digits, which no wheel changes", () => {
    renderForm(<NumberInput source="count" />);
    const count = screen.getByRole("textbox", { name: "個数" });
    expect(count).toHaveAttribute("inputmode", "numeric");
    expect(count).toHaveAttribute("type", "text");
  });

  it("keeps full-width digits while they are typed and shows the number when it is left", async () => {
    renderForm(<NumberInput source="count" />);
    const count = screen.getByRole("textbox", { name: "個数" });
    await userEvent.type(count, "１２３");
    expect(count).toHaveValue("１２３");
    await userEvent.tab();
    expect(count).toHaveValue("123");
    expect(await submitted()).toMatchObject({ count: 123 });
  });

  it("holds the number already at an Enter that submits without leaving the field", async () => {
    renderForm(<NumberInput source="count" />);
    await userEvent.type(screen.getByRole("textbox", { name: "個数" }), "７{Enter}");
    await vi.waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.lastCall?.[0]).toMatchObject({ count: 7 });
  });

  it("takes a number as screens show it, with its unit", async () => {
    renderForm(<NumberInput source="count" unit="個" />);
    const count = screen.getByRole("textbox", { name: "個数" });
    await userEvent.type(count, "１，２００個");
    await userEvent.tab();
    expect(count).toHaveValue("1,200");
    expect(await submitted()).toMatchObject({ count: 1200 });
  });

  it("leaves other text as it is, for the schema to reject", async () => {
    renderForm(<NumberInput source="count" />);
    await userEvent.type(screen.getByRole("textbox", { name: "個数" }), "九つ");
    expect(await submitted()).toMatchObject({ count: "九つ" });
  });

  it("is null when it is empty", async () => {
    renderForm(<NumberInput source="count" />, { count: 5 });
    await userEvent.clear(screen.getByRole("textbox", { name: "個数" }));
    expect(await submitted()).toMatchObject({ count: null });
  });
});

describe("date and month inputs", () => {
  it("hold YYYY-MM and YYYY-MM-DD, or null", async () => {
    renderForm(
      <>
        <MonthInput source="month" />
        <DateInput source="day" />
      </>,
      { month: "2026-04" },
    );
    expect(screen.getByLabelText("対象月")).toHaveAttribute("type", "month");
    expect(screen.getByLabelText("対象日")).toHaveAttribute("type", "date");
    fireEvent.change(screen.getByLabelText("対象月"), { target: { value: "" } });
    fireEvent.change(screen.getByLabelText("対象日"), { target: { value: "2026-05-31" } });
    expect(await submitted()).toMatchObject({ month: null, day: "2026-05-31" });
  });

  it("take years of four digits, within the dates that the API takes", () => {
    renderForm(
      <>
        <MonthInput source="month" />
        <DateInput source="day" />
      </>,
    );
    expect(screen.getByLabelText("対象月")).toHaveAttribute("min", "2000-01");
    expect(screen.getByLabelText("対象月")).toHaveAttribute("max", "2199-12");
    expect(screen.getByLabelText("対象日")).toHaveAttribute("min", "2000-01-01");
    expect(screen.getByLabelText("対象日")).toHaveAttribute("max", "2199-12-31");
  });

  it("read what people write where the browser shows a text field", async () => {
    renderForm(
      <>
        <MonthInput source="month" />
        <DateInput source="day" />
      </>,
    );
    const month = asTextField(screen.getByLabelText("対象月"));
    const day = asTextField(screen.getByLabelText("対象日"));
    await userEvent.type(month, "令和８年４月");
    expect(month).toHaveValue("令和８年４月");
    await userEvent.type(day, "2026/4/12");
    expect(month).toHaveValue("2026-04");
    expect(await submitted()).toMatchObject({ month: "2026-04", day: "2026-04-12" });
    await userEvent.clear(day);
    await userEvent.type(day, "来週");
    expect(await submitted()).toMatchObject({ day: "来週" });
  });
});

describe("choices", () => {
  const kinds = [
    { id: 1, name: "書類" },
    { id: 2, name: "機器" },
  ];

  it("are a native select that holds the id as it is, or null", async () => {
    renderForm(<SelectInput source="kind" choices={kinds} />);
    const kind = screen.getByRole("combobox", { name: "種類" });
    expect(kind.tagName).toBe("SELECT");
    expect(kind).toHaveDisplayValue("選択してください");
    await userEvent.selectOptions(kind, "機器");
    expect(await submitted()).toMatchObject({ kind: 2 });
    await userEvent.selectOptions(kind, "選択してください");
    expect(await submitted()).toMatchObject({ kind: null });
  });

  it("are true or false in a checkbox", async () => {
    renderForm(<CheckboxInput source="fragile" />, { fragile: true });
    const fragile = screen.getByRole("checkbox", { name: "割れ物" });
    expect(fragile).toBeChecked();
    await userEvent.click(fragile);
    expect(await submitted()).toMatchObject({ fragile: false });
  });
});
