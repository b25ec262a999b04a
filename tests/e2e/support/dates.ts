import type { Locator } from "@playwright/test";
import { expect } from "./test.ts";

/** Types the digits of a date YYYY-MM-DD or a month YYYY-MM, from the first part of the field on. */
export async function typeDate(input: Locator, date: string): Promise<void> {
  await input.blur();
  await input.pressSequentially(date.replaceAll("-", ""));
  await expect(input).toHaveValue(date);
}
