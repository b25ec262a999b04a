import { expect, type Page } from "@playwright/test";
import { typeDate } from "./dates.ts";

/** The heading of a contract of whole months, and of the page that edits it. */
export const CONTRACT_NAME = /^.+ \d{4}\/\d{2}〜\d{4}\/\d{2}$/;
export const CONTRACT_EDIT = /^.+ \d{4}\/\d{2}〜\d{4}\/\d{2}の編集$/;

export interface NewContract {
  organizationName: string;
  adminName: string;
  adminEmail: string;
  startMonth: string;
  endMonth: string;
  maxTranscriptCount?: string;
  maxTranscriptMinutes?: string;
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Fills in the form for an organization that does not exist yet. */
export async function fillNewContract(page: Page, contract: NewContract): Promise<void> {
  await page.getByRole("radio", { name: "新しい組織" }).check();
  await field(page, "組織名").fill(contract.organizationName);
  await field(page, "管理者名").fill(contract.adminName);
  await field(page, "管理者メールアドレス").fill(contract.adminEmail);
  await fillPeriod(page, contract);
  await field(page, "文字起こし上限件数").fill(contract.maxTranscriptCount ?? "1,000件");
  await field(page, "文字起こし上限時間（分）").fill(contract.maxTranscriptMinutes ?? "20時間");
}

export async function fillPeriod(
  page: Page,
  period: { startMonth: string; endMonth: string },
): Promise<void> {
  await typeDate(page.getByLabel("開始月"), period.startMonth);
  await typeDate(page.getByLabel("終了月"), period.endMonth);
}

export async function submitContract(
  page: Page,
  name: "契約を追加" | "次期契約を作成" = "契約を追加",
): Promise<void> {
  await page.getByRole("button", { name }).click();
}

/** Searches the list by a keyword, with Enter as people do. */
export async function search(page: Page, keyword: string): Promise<void> {
  const input = page.getByRole("searchbox", { name: "キーワード" });
  // Until the answer has come, the rows are those of the search before. A small list asks while
  // one types.
  const answered = page.waitForResponse(
    (answer) => new URL(answer.url()).searchParams.get("q") === keyword.trim(),
  );
  await input.fill(keyword);
  await input.press("Enter");
  await answered;
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
}

/** The rows of the list without the heading. */
export function rows(page: Page) {
  return page.getByRole("table").locator("tbody tr");
}

export async function expectSaid(page: Page, sentence: string | RegExp): Promise<void> {
  await expect(page.getByText(sentence).first()).toBeVisible();
}
