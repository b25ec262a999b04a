import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { type AdminClient, signInAsAdmin } from "../process/adminClient.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { aStartedDirectory } from "../process/startedDirectory.ts";
import { describePostgres } from "../support/database.ts";
import type { Running } from "../support/running.ts";
import { type Answered, Attacker } from "./attacker.ts";
import { anEvent } from "./usageClient.ts";

/** So that nothing but the places holds an attacker back. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: "1000000" };
const ANY_VERSION = { "if-match": "*" };

const created = z.object({ dictionaryId: z.int() });
const prepared = z.object({ importId: z.int() });
const key = z.object({ key: z.string() });
const usage = z.object({ results: z.array(z.object({ result: z.string() })) });
const contracts = z.object({ content: z.array(z.object({ contractId: z.int() })) });

const times = <T>(count: number, each: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => each(n)));

const statuses = (answers: readonly Pick<Answered, "status">[]) => [
  ...new Set(answers.map(({ status }) => status)),
];

/** Rows of the longest texts. */
const longRows = (count: number, mark: string) =>
  Array.from({ length: count }, (_, n) => {
    const surface = `${mark}${n}`.padEnd(100, "議");
    return `${surface},${"あ".repeat(64)},名詞,2,${"備".repeat(200)}\r\n`;
  }).join("");

function fileOf(text: string): FormData {
  const form = new FormData();
  form.append("file", new File([text], "words.csv"));
  return form;
}

const HEAD = "表記,読み,品詞,強さ,備考\r\n";

function attacks(start: () => Promise<Running>, stop: () => Promise<void>) {
  let server: Running;
  let address: string;
  let admin: AdminClient;
  /** Of one organization. */
  let attacker: Attacker;
  /** Of another one, who just works on. */
  let other: Attacker;
  let dictionaryId: number;

  beforeAll(async () => {
    server = await start();
    address = await server.address();
    admin = await signInAsAdmin(address);
    attacker = await Attacker.signedIn(address, "dictadmin@example.com");
    other = await Attacker.signedIn(address, "orgadmin@sample.example.com");
    const made = await attacker.send("POST", "/dictionaries", {
      dictionaryName: "大きな辞書",
      category: "業務辞書",
    });
    ({ dictionaryId } = created.parse(made.body));
    for (const mark of ["前", "後"]) {
      const file = fileOf(HEAD + longRows(4_500, mark));
      const staged = await attacker.send("POST", `/dictionaries/${dictionaryId}/imports`, file);
      const { importId } = prepared.parse(staged.body);
      const commit = `/dictionaries/${dictionaryId}/imports/${importId}/commit`;
      const written = await attacker.send("POST", commit, { mode: "add" }, ANY_VERSION);
      expect(written.status).toBe(200);
    }
  }, 180_000);
  afterEach(() => attacker.leave());
  afterAll(async () => {
    await server?.remove();
    await stop();
  });

  /** What others are answered while the attack runs, and at least five times. */
  const meanwhile = async (attack: Promise<unknown>, ask: () => Promise<Answered>) => {
    const answers: Answered[] = [];
    let over = false;
    const ended = attack.finally(() => {
      over = true;
    });
    while (!over || answers.length < 5) answers.push(await ask());
    await ended;
    return answers;
  };
  const list = () => other.send("GET", "/dictionaries");

  it("lets everybody work while 70 uploads stop half-way", async () => {
    await times(70, () => attacker.halfAnUpload(`/dictionaries/${dictionaryId}/imports`));
    expect(statuses(await times(20, list))).toEqual([200]);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await attacker.send("GET", "/dictionaries")).status).toBe(200);
  });

  it("refuses one who asks for 120 previews at once, and nobody else", async () => {
    const text = "議事録とあいうえお".repeat(2_222);
    const previews = times(120, () => attacker.send("POST", "/dictionaries/preview", { text }));
    expect(statuses(await meanwhile(previews, list))).toEqual([200]);
    const answers = await previews;
    expect(statuses(answers).toSorted()).toEqual([200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.retryAfter).toBe("2");
    expect(refused?.body).toMatchObject({ code: "TOO_MANY_AT_ONCE" });
  });

  it("does not let 40 batches on one dictionary hold up others", async () => {
    const path = `/dictionaries/${dictionaryId}/entries/batch`;
    const batches = times(40, (n) =>
      attacker.send(
        "POST",
        path,
        { create: [{ surface: `束${n}`, reading: "たば" }] },
        ANY_VERSION,
      ),
    );
    expect(statuses(await meanwhile(batches, list))).toEqual([200]);
    expect(statuses(await batches)).toContain(200);
  });

  it("answers others while one asks for 30 searches for warnings and 30 exports", async () => {
    for (const path of ["entries?warning=true", "export?lossy=true"]) {
      const asked = times(30, () => attacker.send("GET", `/dictionaries/${dictionaryId}/${path}`));
      expect(statuses(await meanwhile(asked, list))).toEqual([200]);
    }
  });

  it("lets system admins list and adjust contracts while a key sends 64 reports", async () => {
    const service = new Attacker(
      address,
      key.parse((await admin.send("POST", "/service-keys", { name: "鍵" })).body).key,
    );
    const page = await admin.send("GET", "/contracts?organizationId=2");
    const contractId = contracts.parse(page.body).content[0]?.contractId;
    const reports = times(64, (n) =>
      service.send("POST", "/usage-events", {
        events: Array.from({ length: 500 }, (_, event) => anEvent(`r${n}-${event}`, 2)),
      }),
    );
    const adjust = async () => {
      const body = { transcriptCount: 1, seconds: 60, reason: "補正" };
      const { status } = await admin.send("POST", `/contracts/${contractId}/adjustments`, body);
      const { status: listed } = await admin.send("GET", "/contracts");
      return { status: Math.max(status, listed), retryAfter: null, body: undefined };
    };
    expect(statuses(await meanwhile(reports, adjust))).toEqual([201]);
    expect(statuses(await reports)).toContain(200);
  });

  it("holds few files for one who reads none of them, and gives others theirs", async () => {
    const path = `/dictionaries/${dictionaryId}/export?lossy=true`;
    const answers = await times(200, () => attacker.unread(path));
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    const colleague = await Attacker.signedIn(address, "orgadmin@example.com");
    expect((await colleague.send("GET", path)).status).toBe(200);
    const { content } = z
      .object({ content: z.array(created) })
      .parse((await other.send("GET", "/dictionaries")).body);
    const theirs = `/dictionaries/${content[0]?.dictionaryId}/export`;
    expect((await other.send("GET", theirs)).status).toBe(200);
    attacker.leave();
  });

  it("reads the files of others while one sends files that take long to read", async () => {
    const marks = `表,${"\u0301\u0327".repeat(2_400)}\r\n`;
    const file = HEAD + `記,よみ,${marks}`.repeat(1_000);
    const sent = times(4, () =>
      attacker.send("POST", `/dictionaries/${dictionaryId}/imports`, fileOf(file)),
    );
    const path = "/dictionaries?size=1";
    const [first] = z
      .object({ content: z.array(created) })
      .parse((await other.send("GET", path)).body).content;
    const theirs = () => other.send("GET", `/dictionaries/${first?.dictionaryId}/export`);
    expect(statuses(await meanwhile(sent, theirs))).toEqual([200]);
  });

  it("opens 80 streams together", async () => {
    const people = await Promise.all(
      ["dictadmin2", "staff", "orgadmin", "dictadmin"].map((name) =>
        Attacker.signedIn(address, `${name}@example.com`),
      ),
    );
    const opened = await times(80, (n) => (people[n % 4] ?? other).unread("/events"));
    expect(new Set(opened)).toEqual(new Set([200]));
    for (const person of people) person.leave();
  });
}

describe("one account on the embedded database", () => {
  let directory: string;
  attacks(
    async () => {
      directory = await aStartedDirectory();
      return startServer({ DATA_DIR: directory, ...UNLIMITED });
    },
    async () => rmSync(directory, { recursive: true }),
  );
});

describePostgres("one account on postgres", () => {
  let directory: string;
  let postgres: OwnPostgres;
  let database: Database;
  let server: Running;

  attacks(
    async () => {
      directory = mkdtempSync(join(tmpdir(), "attacks-"));
      postgres = await ownPostgres();
      server = startServer({ DATA_DIR: directory, DATABASE_URL: postgres.url, ...UNLIMITED });
      // Its transactions may idle, as those of a person at a console.
      database = await openDatabase({ kind: "postgres", url: postgres.url, patient: true });
      return server;
    },
    async () => {
      await database.close();
      await postgres.close();
      rmSync(directory, { recursive: true });
    },
  );

  it("records the events of others while another request locks a contract with 25,000 events", async () => {
    const address = await server.address();
    const admin = await signInAsAdmin(address);
    const keys = await times(2, async (n) => {
      const { body } = await admin.send("POST", "/service-keys", { name: `鍵${n}` });
      return new Attacker(address, key.parse(body).key);
    });
    const [flood, quick] = keys;
    const noCap = { max_transcript_count: null, max_transcript_minutes: null };
    await database.db.updateTable("contracts").set(noCap).execute();
    const holder = await database.db.startTransaction().execute();
    try {
      await sql`select from contract_usage where organization_id = 1 for update`.execute(holder);
      let over = false;
      const flooding = times(50, async (n) => {
        const events = Array.from({ length: 500 }, (_, event) => anEvent(`h${n}-${event}`, 1));
        return flood?.send("POST", "/usage-events", { events }) ?? expect.unreachable();
      }).finally(() => {
        over = true;
      });
      const results: string[] = [];
      for (let n = 0; n < 52 || !over; n += 1) {
        const events = [anEvent(`q${n}`, 2)];
        const answer = await quick?.send("POST", "/usage-events", { events });
        results.push(...usage.parse(answer?.body).results.map(({ result }) => result));
      }
      expect(new Set(results)).toEqual(new Set(["recorded"]));
      // A request that waits for the contract is told to retry, long before the lock is released.
      expect(statuses(await flooding).toSorted()).toEqual([429, 503]);
    } finally {
      await holder.rollback().execute();
    }
    const again = await flood?.send("POST", "/usage-events", { events: [anEvent("again", 1)] });
    expect(again?.status).toBe(200);
  });
});
