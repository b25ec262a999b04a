import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { z } from "zod";
import { MOST_ENTRIES, MOST_OPERATIONS } from "../domain/entryRules.ts";
import type { Finding } from "./finding.ts";
import { startBuiltServer, withDirectory } from "./server.ts";
import { openBrowser, SLOWER, slowDown } from "./slowBrowser.ts";

const EMAIL = "dictadmin@example.com";
const PASSWORD = "password";
/** In px per second: a quick turn of the wheel, about 50 rows. */
const SPEED = 2_000;
const DISTANCE = 12_000;
const FRAME_MS = 1_000 / 60;

/** Scrolls the table of a dictionary with 10,000 entries, and counts the frames that came late. */
export async function benchEntriesTable(): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ DATA_DIR: directory });
    const browser = await openBrowser();
    try {
      const page = await openEntries(browser, server.address);
      await slowDown(page);
      const idle = await framesDuring(page, () => page.waitForTimeout(2_000));
      const scrolled = await framesDuring(page, () => scroll(page));
      return [
        {
          what: `late frames while ${MOST_ENTRIES} entries scroll, ${SLOWER}x CPU slow-down`,
          measured: scrolled.late,
          unit: "%",
          budget: { atMost: 1 },
          note: `of ${scrolled.frames} frames, longest ${scrolled.longest.toFixed(0)} ms; without scrolling ${idle.late.toFixed(2)} %`,
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

async function openEntries(browser: Browser, address: string): Promise<Page> {
  const id = await fullDictionary(address);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  await page.goto(`${address}/app/login?next=/dictionaries/${id}/entries`);
  await page.getByLabel("メールアドレス", { exact: true }).fill(EMAIL);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await page.getByText("単語1番", { exact: true }).waitFor();
  return page;
}

async function scroll(page: Page): Promise<void> {
  const box = await page.getByRole("grid").boundingBox();
  if (!box) throw new Error("the table is not shown");
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Input.synthesizeScrollGesture", {
    x: box.x + 300,
    y: box.y + 200,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: "mouse",
  });
  const scrolled = await page.getByRole("row", { name: "単語317番" }).count();
  if (scrolled === 0) throw new Error("the table did not scroll");
}

interface Frames {
  frames: number;
  /** Of the frames that were due, in per cent. */
  late: number;
  longest: number;
}

/** A frame is late if the next one is due before it is there. No named functions in the page. */
async function framesDuring(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, "frameTimes", times);
    void (async () => {
      while (Reflect.get(window, "frameTimes") === times) {
        times.push(await new Promise<number>((resolve) => requestAnimationFrame(resolve)));
      }
    })();
  });
  await work();
  const times = await page.evaluate(() => {
    const noted: number[] = Reflect.get(window, "frameTimes");
    Reflect.deleteProperty(window, "frameTimes");
    return noted;
  });
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? time));
  const missed = gaps.reduce((sum, gap) => sum + Math.max(Math.round(gap / FRAME_MS) - 1, 0), 0);
  const due = gaps.length + missed;
  return { frames: due, late: (missed / due) * 100, longest: Math.max(...gaps) };
}

const signedIn = z.object({ idToken: z.string() });
const withId = z.object({ dictionaryId: z.int(), version: z.int() });

/** A dictionary with as many entries as fit, written through the API; returns its id. */
async function fullDictionary(address: string): Promise<number> {
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(address + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return answer.json();
  };
  const credentials = { email: EMAIL, password: PASSWORD, returnSecureToken: true };
  const token = signedIn.parse(
    await post("/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", credentials),
  );
  const authorization = `Bearer ${token.idToken}`;
  const name = `ベンチ${randomUUID().slice(0, 8)}`;
  const dictionary = { category: "業務辞書", dictionaryName: name };
  const { dictionaryId } = withId.parse(
    await post("/api/v1/dictionaries", dictionary, { authorization }),
  );
  for (let first = 1; first <= MOST_ENTRIES; first += MOST_OPERATIONS) {
    const create = Array.from({ length: MOST_OPERATIONS }, (_, n) => entryOf(first + n));
    const headers = { authorization, "if-match": "*" };
    await post(`/api/v1/dictionaries/${dictionaryId}/entries/batch`, { create }, headers);
  }
  return dictionaryId;
}

const KANA = [..."あいうえおかきくけこ"];

/** Every tenth reading is that of other entries, so that rows have warnings. */
function entryOf(n: number) {
  const digits = String(n % 10 === 0 ? n % 1_000 : n);
  const reading = `たんご${[...digits].map((digit) => KANA[Number(digit)]).join("")}`;
  return { surface: `単語${n}番`, reading, note: n % 3 === 0 ? `備考の文 ${n}` : "" };
}
