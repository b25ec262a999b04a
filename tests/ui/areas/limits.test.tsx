import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ContractLimits } from "../../../domain/contracts/rules.ts";
import { apiDouble } from "../../support/apiDouble.ts";
import { paged } from "../../support/doubleAnswer.ts";
import { limits } from "../../support/records.ts";
import { organizationAdmin, staff, workspacesAre } from "../workspaces/workspaceRecords.ts";
import { openStaffArea } from "./openArea.tsx";

const api = apiDouble("staff");
const running = { status: "ACTIVE", startDate: "2026-04-01", endDate: "2027-03-31" } as const;
const caps = (maxTranscriptCount: number | null, maxTranscriptMinutes: number | null) => ({
  ...running,
  caps: { maxTranscriptCount, maxTranscriptMinutes },
});

async function openHome(given: Partial<ContractLimits>, profile = staff) {
  workspacesAre({ profile });
  api.answer("GET /contracts/limits", () => limits(given));
  openStaffArea("/");
  const card = await screen.findByRole("region", { name: "利用可能な残量" });
  const [header = card] = screen.getAllByRole("banner");
  return { card: within(card), header: within(header) };
}

type Card = Awaited<ReturnType<typeof openHome>>["card"];

/** The figure of a cap, and what is used of it. */
async function leftOf(card: Card, of: "件数" | "時間") {
  return (await card.findByText(`残りの文字起こし${of}`)).nextElementSibling?.textContent;
}

describe("what is left of the contract", () => {
  it("is shown with the total and the end, in the header in one line", async () => {
    const given = { remainingCount: 300, remainingMinutes: 1025, contract: caps(1000, 1200) };
    const { card, header } = await openHome(given);
    expect(await leftOf(card, "件数")).toMatch(/^300件/);
    expect(card.getByText("700/1,000件")).toBeVisible();
    expect(card.getByText("70%")).toBeVisible();
    expect(card.getByText("2時間55分/20時間")).toBeVisible();
    expect(card.getByText("14%")).toBeVisible();
    expect(card.getByText("2027/03/31")).toBeVisible();
    expect(card.getByText("通常")).toBeVisible();
    expect(header.getByText("残り300件・17時間5分")).toBeVisible();
  });

  it("is a warning when a cap is nearly used up", async () => {
    const given = { remainingCount: 20, remainingMinutes: 1025, contract: caps(100, 1200) };
    const { card, header } = await openHome(given);
    expect(await card.findByText("上限接近")).toBeVisible();
    expect(await leftOf(card, "件数")).toMatch(/^20件/);
    expect(card.getByText("80/100件")).toBeVisible();
    expect(header.getByText("残り20件・17時間5分")).toBeVisible();
  });

  it("sets the days that have passed against the caps", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00+09:00"), toFake: ["Date"] });
    const given = { remainingCount: 20, remainingMinutes: 1025, contract: caps(100, 1200) };
    const { card } = await openHome(given);
    expect(await card.findByText("236日目/365日")).toBeVisible();
    expect(card.getByText("64%")).toBeVisible();
    vi.useRealTimers();
  });

  it("has no bar for what is unlimited", async () => {
    const given = { unlimitedCount: true, remainingMinutes: 1025, contract: caps(null, 1200) };
    const { card } = await openHome(given);
    expect(await card.findByText("無制限")).toBeVisible();
    expect(card.queryByText(/件/, { selector: "span" })).toBeNull();
  });

  it("is not told as used up while seconds are left of the last minute", async () => {
    const contract = { ...caps(1000, 1), remainingSeconds: 30 };
    const { card, header } = await openHome({ remainingCount: 300, remainingMinutes: 0, contract });
    expect(await leftOf(card, "時間")).toMatch(/^0分/);
    expect(header.getByText("残り300件・0分")).toBeVisible();
    expect(card.queryByText(/上限に達しました/)).toBeNull();
    expect(header.queryByText(/上限に達しました/)).toBeNull();
  });

  it.each([
    ["count", { remainingCount: 0, remainingMinutes: 60 }, "文字起こし件数が上限に達しました。"],
    ["minutes", { remainingCount: 90, remainingMinutes: 0 }, "文字起こし時間が上限に達しました。"],
    [
      "both caps",
      { remainingCount: 0, remainingMinutes: 0 },
      "文字起こし件数が上限に達しました。文字起こし時間が上限に達しました。",
    ],
  ])("is told as used up (%s), with whom to ask", async (_, left, sentence) => {
    const { card, header } = await openHome({ ...left, contract: caps(100, 100) });
    expect(await card.findByText(`${sentence}管理者にお問い合わせください。`)).toBeVisible();
    expect(header.getByText(sentence)).toBeVisible();
    expect(card.queryByText(/有効な契約がありません/)).toBeNull();
  });

  it.each([
    [staff, "有効な契約がありません。管理者にお問い合わせください。"],
    [organizationAdmin, "有効な契約がありません。サービス提供元にお問い合わせください。"],
  ])("without a contract says whom to ask", async (profile, sentence) => {
    api.answer("GET /contracts", paged([]));
    const { card, header } = await openHome({}, profile);
    expect(await card.findByText(sentence)).toBeVisible();
    expect(header.getByText("有効な契約がありません。")).toBeVisible();
    expect(card.queryByText("残りの文字起こし件数")).toBeNull();
  });

  it("says when the contract begins", async () => {
    const contract = { ...running, status: "UPCOMING", startDate: "2026-12-01" } as const;
    const { card, header } = await openHome({ contract });
    const sentence = "契約は2026年12月1日に始まります。";
    expect(await card.findByText(sentence)).toBeVisible();
    expect(header.getByText(sentence)).toBeVisible();
    expect(card.queryByText(/お問い合わせください/)).toBeNull();
  });
});
