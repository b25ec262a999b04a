import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { people, SYSTEM_ADMIN_STATE, signIn } from "./support/people.ts";
import { staffApi } from "./support/staffApi.ts";
import { expect, test } from "./support/test.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples", "syncVocabulary.mjs");
/** デモ株式会社, whose dictionary admin corrects a word. */
const ORGANIZATION = 1;

/** An engine's own program that keeps a copy of the words; it is asked what it holds. */
function startEngine(origin: string, key: string) {
  const directory = mkdtempSync(join(tmpdir(), "ki-engine-"));
  const file = join(directory, "words.json");
  const child = spawn(process.execPath, [EXAMPLE, file], {
    env: {
      ...process.env,
      BASE_URL: origin,
      SERVICE_KEY: key,
      ORGANIZATION_ID: String(ORGANIZATION),
      POLL_SECONDS: "1",
    },
  });
  return {
    words: () => {
      try {
        return readFileSync(file, "utf8");
      } catch {
        return "";
      }
    },
    stop: async () => {
      child.kill();
      await once(child, "close");
      rmSync(directory, { recursive: true });
    },
  };
}

test("a corrected word is in the engine within 3 s, and the page says so", async ({
  page,
  browser,
  request,
}) => {
  const admins = await (await browser.newContext({ storageState: SYSTEM_ADMIN_STATE })).newPage();
  await admins.goto("/admin/service-keys");
  const origin = new URL(admins.url()).origin;
  const issued = await admins.request.post("/admin/api/v1/service-keys", {
    headers: { origin },
    data: { name: "本番エンジン", organizationIds: [ORGANIZATION] },
  });
  const { key } = await issued.json();
  const keeper = await staffApi(request, people.dictionaryAdmin);
  const { dictionaryId } = await keeper.createDictionary("反映");
  const created = await keeper.send(
    "POST",
    `/dictionaries/${dictionaryId}/entries`,
    { surface: "嚥下検査", reading: "えんげけんさ" },
    1,
  );
  expect(created.status).toBe(201);

  const engine = startEngine(origin, key);
  try {
    await expect.poll(engine.words, { timeout: 20_000 }).toContain("嚥下検査");
    const path = `/dictionaries/${dictionaryId}`;
    await page.goto(`/app/login?next=${encodeURIComponent(path)}`);
    await signIn(page, people.dictionaryAdmin);
    await expect(page).toHaveURL(new RegExp(path));
    await page.getByRole("gridcell", { name: "嚥下検査", exact: true }).click();
    await page.keyboard.press("F2");
    await page.keyboard.insertText("室");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("gridcell", { name: "嚥下検査室", exact: true })).toBeVisible();
    await expect.poll(engine.words, { timeout: 3_000 }).toContain("嚥下検査室");

    await page.getByRole("link", { name: /^反映状況/ }).click();
    const reflection = page.getByRole("region", { name: "反映状況" });
    await expect(reflection).toContainText("本番エンジン");
    await expect(reflection).toContainText(/最新の版を.*に取得/);
  } finally {
    await engine.stop();
  }
});
