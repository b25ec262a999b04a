import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  addMonths,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  tokyoDate,
} from "../../../domain/text/dates.ts";
import { expect } from "./test.ts";

interface Created {
  contractId: number;
  organizationId: number;
  organizationName: string;
}

/** Creates a contract of a new organization with the session of the page. */
export async function createContract(page: Page, input: object = {}): Promise<Created> {
  const id = randomUUID().slice(0, 8);
  const start = firstDayOfMonth(monthOf(tokyoDate(new Date())));
  return post(page, "/contracts", 201, {
    organizationName: `準備商事${id}`,
    adminName: "準備 花子",
    adminEmail: `${id}@ready.example.com`,
    startDate: start,
    endDate: lastDayOfMonth(monthOf(addMonths(start, 11))),
    maxTranscriptCount: 100,
    maxTranscriptMinutes: null,
    ...input,
  });
}

export async function terminateContract(page: Page, contractId: number): Promise<void> {
  const terminationDate = tokyoDate(new Date());
  await post(page, `/contracts/${contractId}/terminate`, 200, { terminationDate, reason: "準備" });
}

async function post(page: Page, path: string, status: number, data: object): Promise<Created> {
  const origin = new URL(page.url()).origin;
  const answer = await page.request.post(`/admin/api/v1${path}`, { headers: { origin }, data });
  expect(answer.status(), await answer.text()).toBe(status);
  return answer.json();
}
