import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useRef, useState } from "react";
import { expect, it } from "vitest";
import { DialogFrame } from "../../../src/components/dialog/DialogFrame.tsx";
import { PageBanner } from "../../../src/components/display/PageBanner.tsx";
import { renderIn } from "./renderConsole.tsx";

function Request() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        依頼する
      </button>
      <DialogFrame open={open} title="依頼" onClose={() => setOpen(false)}>
        <input aria-label="メッセージ" />
      </DialogFrame>
    </>
  );
}

/** Answers the request, as another person does. */
let answer = () => {};

function Page() {
  const [answered, setAnswered] = useState(false);
  useEffect(() => {
    answer = () => act(() => setAnswered(true));
  }, []);
  const words = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={words} aria-label="表記" />
      <input aria-label="読み" />
      {answered ? null : (
        <PageBanner sentences={["編集中です。"]} focusTo={words} actions={<Request />} />
      )}
    </>
  );
}

const words = () => screen.getByRole("textbox", { name: "表記" });
const request = () => screen.getByRole("button", { name: "依頼する" });

it("gives the focus of its button away when it goes", () => {
  renderIn(<Page />);
  request().focus();
  answer();
  expect(words()).toHaveFocus();
});

it("gives the focus of a dialog away that goes with it", async () => {
  renderIn(<Page />);
  await userEvent.click(request());
  expect(screen.getByRole("textbox", { name: "メッセージ" })).toHaveFocus();
  answer();
  expect(words()).toHaveFocus();
});

it("leaves the focus where it is elsewhere", () => {
  renderIn(<Page />);
  request().focus();
  const reading = screen.getByRole("textbox", { name: "読み" });
  reading.focus();
  answer();
  expect(reading).toHaveFocus();
});
