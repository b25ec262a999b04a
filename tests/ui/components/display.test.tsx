import { screen } from "@testing-library/react";
import { HttpError } from "react-admin";
import { describe, expect, it } from "vitest";
import { LoadError, LoadingState } from "../../../src/components/display/LoadError.tsx";
import { StatusChip, type Tone } from "../../../src/components/display/StatusChip.tsx";
import { usageBar } from "../../../src/resources/contracts/ContractUsageBars.tsx";
import { renderIn } from "./renderConsole.tsx";

describe("the loading state", () => {
  it("says 読み込み中...", () => {
    renderIn(<LoadingState />);
    expect(screen.getByText("読み込み中...")).toHaveAttribute("role", "status");
  });
});

describe("what could not be read", () => {
  it.each([
    [500, 1],
    [404, 0],
  ])("offers 再読み込み only where that may help (%i)", (status, buttons) => {
    renderIn(<LoadError error={new HttpError("", status, {})} />);
    expect(screen.getByText("エラーが発生しました。")).toBeInTheDocument();
    expect(screen.queryAllByRole("button", { name: "再読み込み" })).toHaveLength(buttons);
  });
});

describe("a status", () => {
  it("differs by text and shape, not by colour alone", () => {
    const tones: Tone[] = ["success", "warning", "error", "info", "neutral"];
    const { container } = renderIn(
      tones.map((tone) => <StatusChip key={tone} tone={tone} label={`状態 ${tone}`} />),
    );
    for (const tone of tones) expect(screen.getByText(`状態 ${tone}`)).toBeInTheDocument();
    const shapes = [...container.querySelectorAll("path")].map((path) => path.getAttribute("d"));
    expect(new Set(shapes).size).toBe(tones.length);
  });
});

describe("a usage bar", () => {
  const level = "normal";
  const format = (value: number) => `${value.toLocaleString("ja-JP")}件`;
  const plain = (value: number) => value.toLocaleString("ja-JP");

  it("says 120/1,000件 and draws the share", () => {
    const { container } = renderIn(
      usageBar({ used: 120, cap: 1000, share: 0.12, format, formatUsed: plain, level }),
    );
    expect(screen.getByText("120/1,000件")).toBeInTheDocument();
    expect(container.querySelector("[style]")).toHaveStyle({ backgroundSize: "12% 100%" });
  });

  it("is full, not fuller, beyond the cap", () => {
    const { container } = renderIn(usageBar({ used: 1200, cap: 1000, share: 1.2, format, level }));
    expect(container.querySelector("[style]")).toHaveStyle({ backgroundSize: "100% 100%" });
  });

  it("says 無制限 where there is no cap", () => {
    renderIn(usageBar({ used: 7, cap: null, share: 0, format, level }));
    expect(screen.getByText("7件/無制限")).toBeInTheDocument();
  });
});
