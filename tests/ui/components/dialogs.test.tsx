import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConfirmDialog, OkDialog } from "../../../src/components/dialog/ConfirmDialog.tsx";
import { renderIn } from "./renderConsole.tsx";

const onConfirm = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  onConfirm.mockReset();
  onClose.mockReset();
  vi.useFakeTimers();
});

function openConfirmation(
  more: { pending?: boolean; confirmLabel?: string; cancelLabel?: string } = {},
) {
  renderIn(
    <ConfirmDialog open title="荷物の削除" onConfirm={onConfirm} onClose={onClose} {...more}>
      以下の荷物を削除しますか？
    </ConfirmDialog>,
  );
}

describe("the confirmation", () => {
  it("offers 削除する and キャンセル, and begins at the harmless one", () => {
    openConfirmation();
    expect(screen.getByRole("alertdialog", { name: "荷物の削除" })).toHaveAccessibleDescription(
      "以下の荷物を削除しますか？",
    );
    expect(screen.getByRole("button", { name: "削除する" })).toBeEnabled();
    expect(screen.getByRole("button", { name: "キャンセル" })).toHaveFocus();
  });

  it("calls back on confirmation and leaves the closing to its caller", () => {
    openConfirmation();
    fireEvent.click(screen.getByRole("button", { name: "削除する" }));
    act(() => vi.advanceTimersByTime(1000));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("closes by キャンセル after the animation", () => {
    openConfirmation();
    fireEvent.click(screen.getByRole("button", { name: "キャンセル" }));
    act(() => vi.advanceTimersByTime(250));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("waits while the confirmed action runs", () => {
    openConfirmation({ pending: true });
    for (const name of ["削除する", "キャンセル", "閉じる"]) {
      expect(screen.getByRole("button", { name })).toBeDisabled();
    }
  });

  it("takes other labels for its action", () => {
    openConfirmation({ confirmLabel: "解約する", cancelLabel: "やめる" });
    expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "",
      "やめる",
      "解約する",
    ]);
  });
});

describe("the OK dialog", () => {
  it("has one button, which closes it after the animation", () => {
    renderIn(
      <OkDialog open title="お知らせ" onClose={onClose}>
        終わりました。
      </OkDialog>,
    );
    const ok = screen.getByRole("button", { name: "OK" });
    expect(ok).toHaveFocus();
    fireEvent.click(ok);
    act(() => vi.advanceTimersByTime(249));
    expect(onClose).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(1));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
