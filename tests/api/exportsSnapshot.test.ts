import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type AppParts, buildApp } from "../../server/app.ts";
import { CsvExports } from "../../server/exports/csvExports.ts";
import type { CsvFile } from "../../server/exports/csvFile.ts";
import type { LogStream } from "../../server/log/logging.ts";
import { exportContracts } from "../../server/modules/contracts/service/readContracts.ts";
import { suiteApi, type TestApi } from "../support/api.ts";
import { CONTRACTS, codeOf } from "../support/contractRequests.ts";
import { CountedRows } from "../support/countedRows.ts";
import { csvRows } from "../support/csv.ts";
import { describeEachEngine, describePostgres } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";
import { gate } from "../support/gate.ts";
import { perSuite } from "../support/perSuite.ts";

const ORGANIZATIONS = "/admin/api/v1/organizations";
const EXPORT = `${CONTRACTS}/export`;

/** One organization's contracts of one day each. */
async function manyContracts({ db }: TestApi, organizationId: number, count: number, memo = "") {
  for (let first = 1; first <= count; first += 1_000) {
    const last = Math.min(first + 999, count);
    await sql`
      insert into contracts (organization_id, admin_email, admin_name, admin_key, start_date,
        end_date, memo, created_at, updated_at)
      select ${organizationId}, 'yamada@example.com', '山田 太郎', 'yamada', day, day, ${memo}, now(),
        now()
      from (select date '2000-01-01' + n as day
        from generate_series(${first}::int, ${last}::int) n) days`.execute(db);
  }
}

async function idsOf({ db }: TestApi): Promise<number[]> {
  const rows = await db.selectFrom("contracts").select("contract_id").execute();
  return rows.map(({ contract_id }) => contract_id).sort((one, other) => one - other);
}

const idsIn = (text: string) => csvRows(text).map((row) => Number(row.契約ID));

describeEachEngine("a CSV file", "snapshots", (engine) => {
  const counted = new CountedRows();
  const api = suiteApi(engine, { database: counted.over });
  const admin = api.asSystemAdmin();
  let address: string;
  let cookie: string;
  let later: number;

  beforeAll(async () => {
    cookie = await api.openSession(await api.aUser({ organizationId: null }));
    address = (await listening(api)).address;
    await manyContracts(api, await api.anOrganization("先の商事"), 1_100);
    later = await api.anOrganization("後の商事");
    await manyContracts(api, later, 100);
  });
  beforeEach(() => {
    counted.failsAfter = Number.POSITIVE_INFINITY;
  });

  const open = (): Promise<CsvFile> =>
    exportContracts(
      { exports: new CsvExports(api.database), now: api.clock.now },
      { sort: { field: "organizationName", direction: "asc" } },
      "all",
    );

  it("has every contract of its beginning once, whatever is deleted and edited meanwhile", async () => {
    const before = await idsOf(api);
    const file = await open();
    const chunks = file.stream[Symbol.asyncIterator]();
    const parts = [String((await chunks.next()).value)];

    const [first = 0] = before;
    const last = before.at(-1) ?? 0;
    expect((await admin.delete(`${CONTRACTS}/${first}`)).status).toBe(200);
    expect((await admin.patch(`${CONTRACTS}/${last}`, { memo: "変更" })).status).toBe(200);
    // Its contracts move from the end of the order to the beginning.
    const renamed = await admin.patch(`${ORGANIZATIONS}/${later}`, {
      organizationName: "いの一番",
      organizationNameKana: "アアア",
    });
    expect(renamed.status).toBe(200);
    const added = await api.anOrganization("途中の商事");
    await manyContracts(api, added, 1);

    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) parts.push(String(chunk));
    const text = parts.join("");
    expect(idsIn(text).sort((one, other) => one - other)).toEqual(before);
    expect(file.total).toBe(before.length);
    expect(text).not.toContain("いの一番");
    expect(text).not.toContain("変更");
    expect(idsIn((await admin.get(EXPORT)).text)).toEqual(await idsOf(api));
  });

  it("comes over the wire in parts, without a length that it might not reach", async () => {
    const response = await fetch(address + EXPORT, { headers: { cookie } });
    expect(response.headers.get("transfer-encoding")).toBe("chunked");
    expect(response.headers.has("content-length")).toBe(false);
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect(idsIn(text)).toEqual(await idsOf(api));
  });

  it("breaks off if the database fails in between, and can be asked for again", async () => {
    counted.fetched = 0;
    counted.failsAfter = 500;
    const response = await fetch(address + EXPORT, { headers: { cookie } });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    counted.failsAfter = Number.POSITIVE_INFINITY;
    expect((await admin.get(EXPORT)).status).toBe(200);
  });

  it("is a problem if the database fails before it begins", async () => {
    counted.failsAfter = 0;
    const answer = await admin.get(EXPORT);
    expect(answer.status).toBe(500);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.headers["content-disposition"]).toBeUndefined();
  });

  it("lets others work while it waits for its reader", async () => {
    const file = await open();
    expect((await admin.get(`${CONTRACTS}?size=1`)).status).toBe(200);
    file.stream.destroy();
    await once(file.stream, "close");
  });
});

const ROWS = 20_000;

/** An answer of which nothing is read but its head. */
async function unread(url: string, cookie: string): Promise<IncomingMessage> {
  const request = get(url, { headers: { cookie }, agent: false });
  const [response]: IncomingMessage[] = await once(request, "response");
  if (!response) throw new Error("there was no answer");
  response.on("error", () => {});
  return response;
}

async function openSnapshots({ db }: TestApi): Promise<number | undefined> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from pg_stat_activity
    where datname = current_database() and state <> 'idle' and query like 'fetch %'`.execute(db);
  return rows[0]?.open;
}

const noneIsOpen = (api: TestApi, timeout = 20_000) =>
  vi.waitFor(async () => expect(await openSnapshots(api)).toBe(0), { timeout });

describePostgres("a CSV file of 20,000 long contracts", () => {
  const counted = new CountedRows();
  const log: string[] = [];
  const logStream: LogStream = { write: (line) => log.push(line) };
  const api = suiteApi("postgres");
  const impatient = perSuite(() =>
    aCopy(api, {
      database: counted.over(api.database),
      takesEverything: true,
      answerWithinMs: 1_000,
      readerLimits: { stalledMs: 2_000 },
    }),
  );
  let address: string;
  let cookie: string;

  /** A copy of the server on the same database, which a test gives other limits. */
  const aCopy = ({ config, database, identity, clock }: TestApi, parts: Partial<AppParts>) =>
    buildApp({ config, database, identity, now: clock.now, logStream, ...parts });

  beforeAll(async () => {
    cookie = await api.openSession(await api.aUser({ organizationId: null }));
    address = (await listening(api, impatient)).address;
    await manyContracts(api, await api.anOrganization(), ROWS, "契".repeat(500));
  });

  const start = () => unread(address + EXPORT, cookie);

  it("arrives whole, however long it takes", async () => {
    const response = await start();
    expect(response.headers["x-total-count"]).toBe(String(ROWS));
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk);
    expect(response.complete).toBe(true);
    expect(new Set(idsIn(Buffer.concat(chunks).toString())).size).toBe(ROWS);
    await noneIsOpen(api);
  });

  it("is read no faster than its client takes it; one that stalls loses it", async () => {
    counted.fetched = 0;
    const response = await start();
    expect(await openSnapshots(api)).toBe(1);
    await noneIsOpen(api);
    expect(counted.fetched).toBeGreaterThan(0);
    // What the kernel buffers is a few megabytes of the thirty.
    expect(counted.fetched).toBeLessThan(ROWS / 2);
    const closed = new Promise((resolve) => response.once("close", resolve));
    response.resume();
    await closed;
    expect(response.complete).toBe(false);
    expect(log.filter((line) => line.includes("request failed"))).toEqual([]);
  });

  it("gives its connection back when the client leaves", async () => {
    const response = await start();
    response.destroy();
    await noneIsOpen(api);
  });

  describe("of which nothing is read", () => {
    const TAKEN_WITHIN_MS = 15_000;
    const app = perSuite(() =>
      aCopy(api, {
        readerLimits: { takenWithinMs: TAKEN_WITHIN_MS },
        load: { ownWaitMs: 1_000 },
      }),
    );
    let url: string;

    beforeAll(async () => {
      url = (await listening(api, app)).address + EXPORT;
    });

    const aCookie = async () => api.openSession(await api.aUser());

    it("are two of one person at most, who gets no third one while others get theirs", async () => {
      const own = await aCookie();
      const running = await Promise.all([unread(url, own), unread(url, own)]);
      const third = await unread(url, own);
      expect(third.statusCode).toBe(429);
      const another = await unread(url, await aCookie());
      expect(another.statusCode).toBe(200);
      for (const response of [...running, third, another]) response.destroy();
      await noneIsOpen(api);
      const again = await unread(url, own);
      expect(again.statusCode).toBe(200);
      again.destroy();
      await noneIsOpen(api);
    });

    it("leave the connections of other requests free", async () => {
      const people = await Promise.all([aCookie(), aCookie(), aCookie()]);
      const running = await Promise.all([...people, ...people].map((own) => unread(url, own)));
      expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
      const headers = { cookie: await aCookie() };
      const lists = Array.from({ length: 8 }, () =>
        app.inject({ url: `${CONTRACTS}?size=1`, headers }),
      );
      const statuses = (await Promise.all(lists)).map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(Array(8).fill(200));
      for (const response of running) response.destroy();
      await noneIsOpen(api);
    });

    it("are cut off in all, also if their clients take a little again and again", async () => {
      const began = performance.now();
      const response = await unread(url, await aCookie());
      const nibbling = setInterval(() => response.read(), 50);
      await noneIsOpen(api, 2 * TAKEN_WITHIN_MS);
      expect(performance.now() - began).toBeGreaterThan(TAKEN_WITHIN_MS - 500);
      clearInterval(nibbling);
      const closed = new Promise((resolve) => response.once("close", resolve));
      response.resume();
      await closed;
      expect(response.complete).toBe(false);
    });
  });
});

describeEachEngine("a CSV file that comes too late", "snapshots", (engine) => {
  const counted = new CountedRows();
  const api = suiteApi(engine, { database: counted.over, parts: { answerWithinMs: 500 } });

  beforeAll(async () => manyContracts(api, await api.anOrganization(), 600));

  it("is closed after the request was answered 503, and its snapshot is closed", async () => {
    const admin = api.asSystemAdmin();
    const release = gate();
    counted.held = release.passed;
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.get(EXPORT)));
    expect(answers.map(codeOf)).toEqual(Array(4).fill("UNAVAILABLE"));
    release.open();
    // A busy machine may be late for once; a place that is taken would be so every time.
    const ids = await vi.waitFor(async () => {
      const { status, text } = await admin.get(EXPORT);
      expect(status).toBe(200);
      return idsIn(text);
    }, 20_000);
    expect(ids).toHaveLength(600);
  });
});
