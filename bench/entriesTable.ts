import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { z } from "zod";
import { MOST_ENTRIES, MOST_OPERATIONS } from "../domain/entries/rules.ts";
import { builtScript } from "./builtScript.ts";
import { chromiumFramesDuring } from "./chromiumFrames.ts";
import type { Finding } from "./finding.ts";
import { median } from "./latency.ts";
import { startBuiltServer, withDirectory } from "./server.ts";
import { openBrowser, SLOWER } from "./slowBrowser.ts";
import { tableEntry } from "./tableEntry.ts";

const EMAIL = "dictadmin@example.com";
const PASSWORD = "password";
/** In px per second: a quick turn of the wheel, about 50 rows. */
const SPEED = 2_000;
const DISTANCE = 12_000;
const SCROLLS = 3;
const VIEWPORT = { width: 1400, height: 900 };
const FRAME_MS = 1_000 / 60;

/**
 * Scrolls the table of a dictionary with 10,000 entries and counts the frames that Chromium dropped
 * and those that showed a place without its row. In turn with bare rows of the same texts it counts
 * the frames that came late to the page, of which a user sees nothing while rows are drawn ahead.
 */
export async function benchEntriesTable(): Promise<Finding[]> {
  return withDirectory(async (directory) => {
    const server = await startBuiltServer({ DATA_DIR: directory });
    const browser = await openBrowser();
    try {
      const table = await openEntries(browser, server.address);
      const plain = await openPlainRows(browser);
      const runs = { table: [] as Frames[], plain: [] as Frames[] };
      for (let n = 0; n < SCROLLS; n += 1) {
        runs.plain.push(await framesOf(plain));
        runs.table.push(await framesOf(table));
      }
      const [own, peer] = [median(lateOf(runs.table)), median(lateOf(runs.plain))];
      const [shown, bare] = [await shownWhileScrolling(table), await shownWhileScrolling(plain)];
      const rows = await rowsWhileScrolling(table);
      const longest = Math.max(...runs.table.map((run) => run.longest));
      return [
        {
          what: `dropped frames while ${MOST_ENTRIES} entries scroll, ${SLOWER}x CPU slow-down`,
          measured: shown.dropped,
          unit: "frames",
          budget: { atMost: 0 },
          note: `as Chromium counts them, of ${shown.frames} in ${SCROLLS} scrolls; of bare rows ${bare.dropped}`,
        },
        {
          what: "frames that showed a place without its row",
          measured: rows.missing,
          unit: "frames",
          budget: { atMost: 0 },
          note: `rows reached at least ${rows.ahead.toFixed(0)} px beyond the place in view`,
        },
        {
          what: "frames of which Chromium had not painted a part in time",
          measured: shown.incomplete,
          unit: "frames",
          budget: { atMost: 0 },
          note: `of ${shown.frames}; of bare rows ${bare.incomplete}`,
        },
        {
          what: "frames that Chromium showed before the page was ready",
          measured: (shown.early / shown.frames) * 100,
          unit: "%",
          note: `of bare rows ${((bare.early / bare.frames) * 100).toFixed(1)} %`,
        },
        {
          what: `late frames while ${MOST_ENTRIES} entries scroll, ${SLOWER}x CPU slow-down`,
          measured: own,
          unit: "%",
          note: `median of ${SCROLLS} scrolls, longest frame ${longest.toFixed(0)} ms`,
        },
        {
          what: "late frames beyond those of bare rows with the same texts",
          measured: own - peer,
          unit: "points",
          note: `bare rows ${peer.toFixed(1)} %; CPU time of the page's thread ${median(cpuOf(runs.table)).toFixed(1)} and ${median(cpuOf(runs.plain)).toFixed(1)} ms per frame`,
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}

const lateOf = (runs: readonly Frames[]) => runs.map(({ late }) => late);
const cpuOf = (runs: readonly Frames[]) => runs.map(({ cpu }) => cpu);

async function openPlainRows(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const script = await builtScript("bench/plainRows.ts");
  await page.setContent(`<!doctype html><body></body><script type="module">${script}</script>`);
  await page.getByText("単語1番", { exact: true }).waitFor();
  return page;
}

async function openEntries(browser: Browser, address: string): Promise<Page> {
  const id = await fullDictionary(address);
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(`${address}/app/login?next=/dictionaries/${id}`);
  await page.getByLabel("メールアドレス", { exact: true }).fill(EMAIL);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await page.getByText("単語1番", { exact: true }).waitFor();
  return page;
}

/** What Chromium reports of all scrolls together. */
async function shownWhileScrolling(page: Page) {
  const sum = { frames: 0, early: 0, dropped: 0, incomplete: 0 };
  for (let n = 0; n < SCROLLS; n += 1) {
    await scrollSlowed(page, async (scroll) => {
      const { shown, early, dropped, incomplete } = await chromiumFramesDuring(page, scroll);
      sum.frames += shown + dropped;
      sum.early += early;
      sum.dropped += dropped;
      sum.incomplete += incomplete;
    });
  }
  return sum;
}

/**
 * How far the rows reach beyond what is in view. The rows of one frame are in view until the next
 * but one begins, because the browser scrolls while the page still draws. No named functions in
 * the page.
 */
async function rowsWhileScrolling(table: Page) {
  await table.evaluate(() => {
    const scroller = document.querySelector("[class*=scroller]");
    const head = scroller?.querySelector("[class*=head]")?.clientHeight ?? 0;
    const ahead: number[] = [];
    Reflect.set(window, "rowsAhead", ahead);
    let drawnTo = Number.POSITIVE_INFINITY;
    // Before the table draws, which listens to the same event.
    window.addEventListener(
      "scroll",
      () => {
        if (!scroller) return;
        ahead.push(drawnTo - (scroller.scrollTop + scroller.clientHeight - head));
        const rows = [...scroller.querySelectorAll<HTMLElement>("[data-index]")];
        const last = Math.max(...rows.map((row) => Number(row.dataset.index)));
        drawnTo = (last + 1) * (rows[0]?.offsetHeight ?? 0);
      },
      { capture: true, passive: true },
    );
  });
  const ahead: number[] = [];
  for (let n = 0; n < SCROLLS; n += 1) {
    await scrollSlowed(table, async (scroll) => {
      await table.evaluate(() => Reflect.get(window, "rowsAhead").splice(0));
      await scroll();
      ahead.push(...(await table.evaluate(() => Reflect.get(window, "rowsAhead").slice(2))));
    });
  }
  return { missing: ahead.filter((px) => px < 0).length, ahead: Math.min(...ahead) };
}

/** Only the page that scrolls is slowed down: the slow-down of another one takes CPU time too. */
async function scrollSlowed<T>(
  page: Page,
  measure: (scroll: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const grid = page.getByRole("grid");
  await page.bringToFront();
  await grid.evaluate((element) => {
    const scroller = element.closest("[class*=scroller]");
    if (scroller) scroller.scrollTop = 0;
  });
  await page.getByText("単語1番", { exact: true }).waitFor();
  const box = await grid.boundingBox();
  if (!box) throw new Error("the table is not shown");
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const measured = await measure(() =>
    protocol.send("Input.synthesizeScrollGesture", {
      x: box.x + 300,
      y: box.y + 200,
      yDistance: -DISTANCE,
      speed: SPEED,
      gestureSourceType: "mouse",
    }),
  );
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await protocol.detach();
  const scrolled = await page.getByText("単語317番", { exact: true }).count();
  if (scrolled === 0) throw new Error("the table did not scroll");
  return measured;
}

const framesOf = (page: Page) =>
  scrollSlowed(page, async (scroll): Promise<Frames> => {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("Performance.enable", { timeDomain: "threadTicks" });
    const cpuSeconds = async () => {
      const { metrics } = await protocol.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
    };
    const began = await cpuSeconds();
    const frames = await framesDuring(page, scroll);
    const cpu = ((await cpuSeconds()) - began) * 1_000;
    await protocol.detach();
    return { ...frames, cpu: cpu / frames.due };
  });

interface Frames {
  due: number;
  /** Of the frames that were due, in per cent. */
  late: number;
  longest: number;
  /** Milliseconds of the page's thread per frame. */
  cpu: number;
}

/** A frame is late if the next one is due before it is there. No named functions in the page. */
async function framesDuring(page: Page, work: () => Promise<unknown>) {
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
  return { due, late: (missed / due) * 100, longest: Math.max(...gaps) };
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
    const create = Array.from({ length: MOST_OPERATIONS }, (_, n) => tableEntry(first + n));
    const headers = { authorization, "if-match": "*" };
    await post(`/api/v1/dictionaries/${dictionaryId}/entries/batch`, { create }, headers);
  }
  return dictionaryId;
}
