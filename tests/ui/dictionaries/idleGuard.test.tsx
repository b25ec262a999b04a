import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CLOSE_ANIMATION_MS } from "../../../src/components/dialog/useClosing.ts";
import { IdleGuard } from "../../../src/resources/dictionaries/form/IdleGuard.tsx";
import { ANSWER_MS, IDLE_MS } from "../../../src/resources/dictionaries/form/idleTimes.ts";
import { renderIn } from "../components/renderConsole.tsx";

const WARNING = "しばらく操作がないため、まもなく編集ロックを解除します。";
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const onIdle = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onIdle.mockReset();
  renderIn(<IdleGuard onIdle={onIdle} />);
});

describe("a form that nobody touches", () => {
  it("warns after 10 minutes, and lets go a minute later", () => {
    pass(IDLE_MS - 1);
    expect(screen.queryByText(WARNING)).toBeNull();
    pass(1);
    expect(screen.getByRole("alertdialog")).toHaveTextContent(WARNING);
    pass(ANSWER_MS - 1);
    expect(onIdle).not.toHaveBeenCalled();
    pass(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("begins anew with each input", () => {
    pass(IDLE_MS - 1);
    fireEvent.keyDown(document.body, { key: "a" });
    pass(IDLE_MS - 1);
    expect(screen.queryByText(WARNING)).toBeNull();
  });

  it("is kept by 編集を続ける", () => {
    pass(IDLE_MS);
    fireEvent.click(screen.getByRole("button", { name: "編集を続ける" }));
    pass(CLOSE_ANIMATION_MS);
    expect(screen.queryByText(WARNING)).toBeNull();
    pass(ANSWER_MS);
    expect(onIdle).not.toHaveBeenCalled();
    pass(IDLE_MS - ANSWER_MS);
    expect(screen.getByText(WARNING)).toBeVisible();
  });
});
