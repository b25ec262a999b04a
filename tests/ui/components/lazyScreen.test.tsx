import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Suspense, useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lazyDialog, lazyScreen } from "../../../src/components/load/lazyScreen.tsx";
import { connectivity } from "../../../src/providers/http/connectivity.ts";
import { renderIn } from "./renderConsole.tsx";

const NETWORK = "ネットワークエラーが発生しました。通信環境をご確認ください。";
/** The error of a browser for code that it could not fetch. */
const lost = () => new TypeError("Failed to fetch dynamically imported module");

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});

/** Code whose first requests fail. */
function arriving<Props>(component: ComponentType<Props>, losses: number) {
  return vi.fn(async () => {
    losses -= 1;
    if (losses >= 0) throw lost();
    return component;
  });
}

function openScreen(losses: number) {
  const load = arriving(() => <h1>荷物の追加</h1>, losses);
  const Screen = lazyScreen(load);
  function Page() {
    const [shown, setShown] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setShown(!shown)}>
          切り替え
        </button>
        <Suspense fallback="読み込み中...">{shown ? <Screen /> : null}</Suspense>
      </>
    );
  }
  renderIn(<Page />);
  return load;
}

const arrived = () => screen.findByRole("heading", { name: "荷物の追加" });

describe("a screen whose code does not arrive", () => {
  it("says so, and asks for it again on demand, as often as it takes", async () => {
    const load = openScreen(2);
    expect(await screen.findByText(NETWORK)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "再読み込み" }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    await userEvent.click(await screen.findByRole("button", { name: "再読み込み" }));
    expect(await arrived()).toBeVisible();
    expect(screen.queryByText(NETWORK)).toBeNull();
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("comes by itself when the network is back", async () => {
    openScreen(1);
    await screen.findByText(NETWORK);
    await waitFor(() => expect(connectivity.isAway()).toBe(true));
    connectivity.answered();
    expect(await arrived()).toBeVisible();
  });

  it("is asked for again when it is opened again", async () => {
    const load = openScreen(1);
    await screen.findByText(NETWORK);
    await userEvent.click(screen.getByRole("button", { name: "切り替え" }));
    await userEvent.click(screen.getByRole("button", { name: "切り替え" }));
    expect(await arrived()).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

it("a dialog whose code does not arrive is closed with a notice, and opens the next time", async () => {
  const Dialog = lazyDialog(
    arriving((_: { onClose: () => void }) => <p role="dialog">開きました。</p>, 1),
  );
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          開く
        </button>
        <Suspense>{open ? <Dialog onClose={() => setOpen(false)} /> : null}</Suspense>
      </>
    );
  }
  renderIn(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "開く" }));
  expect(await screen.findByText(NETWORK)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "開く" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});
