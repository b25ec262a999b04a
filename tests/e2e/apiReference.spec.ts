import { expectRefusals } from "./support/refusedRequests.ts";
import { expect, test } from "./support/test.ts";

test("the API reference shows every part of the document, from this server alone", async ({
  page,
  baseURL,
}) => {
  expectRefusals("401 GET /admin/api/v1/contracts");
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol !== "data:") hosts.add(url.origin);
  });
  const errors: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) errors.push(message.text());
  });

  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { name: /^Knowledge Insight/ })).toBeVisible();
  await page.getByRole("link", { name: "admin", exact: true }).click();
  await page.getByText("Lists contracts", { exact: true }).click();
  await expect(page.getByRole("row", { name: /^size/ })).toContainText("Records of a page.");
  await expect(page.getByText("入力内容に誤りがあります。").first()).toBeVisible();
  await page.getByRole("button", { name: "Try it out" }).click();
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.getByText("UNAUTHENTICATED").last()).toBeVisible();

  expect([...hosts]).toEqual([new URL(baseURL ?? "").origin]);
  expect(errors.filter((each) => !each.includes("401"))).toEqual([]);
});
