import { readFileSync } from "node:fs";
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DialogFrame, useDialogClose } from "../../../src/components/dialog/DialogFrame.tsx";
import { theme } from "../../../src/layout/AppTheme.tsx";
import { renderIn } from "./renderConsole.tsx";

const onClose = vi.fn();

function Opened({ dismissible = true }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        開く
      </button>
      <DialogFrame
        open={open}
        title="確認"
        dismissible={dismissible}
        onClose={() => {
          onClose();
          setOpen(false);
        }}
        actions={<Done />}
      >
        <input aria-label="理由" />
      </DialogFrame>
    </>
  );
}

function Done() {
  const close = useDialogClose();
  return (
    <button type="button" onClick={close}>
      完了
    </button>
  );
}

function open(element = <Opened />) {
  renderIn(element);
  const opener = screen.getByRole("button", { name: "開く" });
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole("dialog", { name: "確認" }) };
}

function overlayOf(dialog: HTMLElement) {
  const overlay = dialog.parentElement;
  if (!overlay) throw new Error("a dialog lies on its overlay");
  return overlay;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  onClose.mockReset();
  vi.useFakeTimers();
});

describe("a modal", () => {
  it("runs its closing animation for 250 ms before the close callback fires", () => {
    const { dialog } = open();
    fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
    pass(249);
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog).toBeInTheDocument();
    pass(1);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(dialog).not.toBeInTheDocument();
  });

  it("fires the close callback once, however often it is asked to close", () => {
    open();
    fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
    pass(100);
    fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
    fireEvent.keyDown(document.body, { key: "Escape" });
    pass(1000);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("closes by a click that began on the overlay", () => {
    const overlay = overlayOf(open().dialog);
    fireEvent.mouseDown(overlay);
    fireEvent.click(overlay);
    pass(250);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("stays open when the press began inside and ended on the overlay", () => {
    const { dialog } = open();
    fireEvent.mouseDown(screen.getByRole("textbox", { name: "理由" }));
    fireEvent.click(overlayOf(dialog));
    pass(1000);
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog).toBeInTheDocument();
  });

  it("stays open at a click inside", () => {
    const { dialog } = open();
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
    pass(1000);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("closes on Esc", () => {
    open();
    fireEvent.keyDown(screen.getByRole("textbox", { name: "理由" }), { key: "Escape" });
    pass(250);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["while kana are converted", { isComposing: true }],
    ["for the key that Safari marks with 229", { keyCode: 229 }],
  ])("leaves Esc to the conversion %s", (_, key) => {
    open();
    fireEvent.keyDown(screen.getByRole("textbox", { name: "理由" }), { key: "Escape", ...key });
    pass(1000);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("closes by its own buttons through useDialogClose", () => {
    open();
    fireEvent.click(screen.getByRole("button", { name: "完了" }));
    pass(250);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("is closed only by its caller while it may not be dismissed", () => {
    const { dialog } = open(<Opened dismissible={false} />);
    const overlay = overlayOf(dialog);
    fireEvent.keyDown(dialog, { key: "Escape" });
    fireEvent.mouseDown(overlay);
    fireEvent.click(overlay);
    expect(screen.getByRole("button", { name: "閉じる" })).toBeDisabled();
    pass(1000);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("lies at z-index 2000", () => {
    expect(readFileSync("src/layout/tokens.css", "utf8")).toContain("--ki-modal: 2000;");
    expect(theme.zIndex.modal).toBe(2000);
  });
});

describe("the keyboard in a modal", () => {
  it("takes the focus in and gives it back", () => {
    const { opener } = open();
    expect(screen.getByRole("textbox", { name: "理由" })).toHaveFocus();
    fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
    pass(250);
    expect(opener).toHaveFocus();
  });

  it("cycles inside by Tab and by Shift+Tab", async () => {
    vi.useRealTimers();
    const user = userEvent.setup();
    open();
    await user.tab();
    expect(screen.getByRole("button", { name: "完了" })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole("button", { name: "閉じる" })).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByRole("button", { name: "完了" })).toHaveFocus();
  });

  it("makes the page behind inert, but not the notices", () => {
    const { opener } = open();
    expect(opener.closest("[inert]")).not.toBeNull();
    expect(screen.getByRole("region", { name: "通知" }).closest("[inert]")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "閉じる" }));
    pass(250);
    expect(opener.closest("[inert]")).toBeNull();
  });
});
