import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { formatMinutes } from "../../domain/text/dates.ts";
import { SYSTEM_ADMIN_STATE, signIn, staffHome } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

/** サンプル商事, whose use no other test looks at. */
const ORGANIZATION = 2;
/** Used time and its cap. */
const USED = /時間.*\/100時間$/;

test.use({ storageState: SYSTEM_ADMIN_STATE });

/** The transcription service, with a key that the system admin of the page creates. */
async function serviceOf(page: Page) {
  const origin = new URL(page.url()).origin;
  const created = await page.request.post("/admin/api/v1/service-keys", {
    headers: { origin },
    data: { name: "文字起こしサービス" },
  });
  expect(created.status(), await created.text()).toBe(201);
  const { key } = await created.json();
  const headers = { authorization: `Bearer ${key}` };
  return {
    limits: async () => {
      const answer = await page.request.get(
        `/api/v1/contracts/limits?organizationId=${ORGANIZATION}`,
        { headers },
      );
      return answer.json();
    },
    report: async (seconds: number) => {
      const event = {
        eventId: randomUUID(),
        organizationId: ORGANIZATION,
        occurredAt: new Date().toISOString(),
        seconds,
      };
      const answer = await page.request.post("/api/v1/usage-events", {
        headers,
        data: { events: [event] },
      });
      expect(await answer.json()).toMatchObject({ results: [{ result: "recorded" }] });
    },
  };
}

async function openAsMember(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/app/login");
  await signIn(page, "staff@sample.example.com");
  await expect(page).toHaveURL(staffHome);
  return page;
}

test("a finished transcript shows in the list, on the contract and in the header at once", async ({
  page,
  browser,
}) => {
  const filter = encodeURIComponent(JSON.stringify({ q: "サンプル商事", status: ["ACTIVE"] }));
  await page.goto(`/admin/contracts?filter=${filter}`);
  const row = page.getByRole("row").filter({ hasText: "サンプル商事" });
  const used = row.getByText(USED);
  await expect(used).toBeVisible();
  const service = await serviceOf(page);
  const member = await openAsMember(browser);
  const left = async () => formatMinutes((await service.limits()).remainingMinutes);
  const label = (time: string) => member.getByRole("banner").getByText(time);
  await expect(label(await left())).toBeVisible();

  const before = await used.textContent();
  await service.report(61);
  await expect(used).not.toHaveText(before ?? "");
  await expect(label(await left())).toBeVisible();

  await row.getByRole("link").first().click();
  const bar = page.getByRole("main").getByText(USED).first();
  await expect(bar).toBeVisible();
  const shown = await bar.textContent();
  await service.report(61);
  await expect(bar).not.toHaveText(shown ?? "");
  await expect(label(await left())).toBeVisible();
  await member.context().close();
});
