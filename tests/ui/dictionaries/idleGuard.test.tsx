import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { IdleGuard } from "../../../src/resources/dictionaries/form/LockStateBanner.tsx";
import { renderIn } from "../components/renderConsole.tsx";

const MINUTE = 60_000;
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
    pass(10 * MINUTE - 1);
    expect(screen.queryByText(WARNING)).toBeNull();
    pass(1);
    expect(screen.getByRole("alertdialog")).toHaveTextContent(WARNING);
    pass(MINUTE - 1);
    expect(onIdle).not.toHaveBeenCalled();
    pass(1);
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it("begins again with each input", () => {
    pass(10 * MINUTE - 1);
    fireEvent.keyDown(document.body, { key: "a" });
    pass(10 * MINUTE - 1);
    expect(screen.queryByText(WARNING)).toBeNull();
  });

  it("is kept by 編集を続ける", () => {
    pass(10 * MINUTE);
    fireEvent.click(screen.getByRole("button", { name: "編集を続ける" }));
    pass(250);
    expect(screen.queryByText(WARNING)).toBeNull();
    pass(MINUTE);
    expect(onIdle).not.toHaveBeenCalled();
    pass(9 * MINUTE);
    expect(screen.getByText(WARNING)).toBeVisible();
  });
});

it("asks sooner while another user waits for the lock: within a lease it is released", () => {
  renderIn(<IdleGuard isAwaited onIdle={onIdle} />);
  pass(4 * MINUTE - 1);
  expect(screen.queryByText(WARNING)).toBeNull();
  pass(1);
  expect(screen.getByRole("alertdialog")).toHaveTextContent(WARNING);
  pass(MINUTE);
  expect(onIdle).toHaveBeenCalledOnce();
});
