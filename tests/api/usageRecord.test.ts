import { addMinutes } from "date-fns";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { addDays } from "../../domain/text/dates.ts";
import type { UsageEvent, UsageVerdict } from "../../domain/usage/rules.ts";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { CHANGES, type UsageChange } from "../../server/events/publishChange.ts";
import { openRecorder, recordBatch } from "../../server/modules/usage/service/openRecorder.ts";
import { aContract, anOrganization, contracts } from "../support/contractRows.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { april, aUsageEvent, ledgerUse, NOON, sumsThatDiffer } from "../support/usage.ts";

const now = () => new Date(NOON);
const log = { warn: () => {}, error: () => {} };

const inWords = (verdicts: readonly UsageVerdict[]) => {
  const counts: Record<string, number> = {};
  for (const { result } of verdicts) counts[result] = (counts[result] ?? 0) + 1;
  return counts;
};

const shuffled = <T>(some: readonly T[]) =>
  some
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

const inParts = <T>(some: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(some.length / size) }, (_, n) =>
    some.slice(n * size, (n + 1) * size),
  );

describeEachEngine("recording use", "types", (engine) => {
  const database = perSuite(() => testDatabase(engine));
  let organizationId: number;

  beforeAll(async () => {
    organizationId = await anOrganization(database.db);
  });

  const record = (events: readonly UsageEvent[]) =>
    openRecorder({ db: database.db, now, log }).recorder.record(events);
  const recordOne = async (event: UsageEvent) => (await record([event]))[0];

  it("writes ledger, counters and daily sums", async () => {
    const organization = await anOrganization(database.db);
    const contractId = await aContract(database.db, { organizationId: organization, ...april });
    const events = [10, 20, 30].map((seconds) =>
      aUsageEvent({ organizationId: organization, seconds }),
    );
    expect(await record(events)).toEqual(Array(3).fill({ result: "recorded", contractId }));
    const ofContract = (await ledgerUse(database.db)).find((use) => use.contractId === contractId);
    expect(ofContract).toEqual({ contractId, transcripts: 3, seconds: 60 });
    expect(await sumsThatDiffer(database.db)).toEqual([]);
  });

  it("recognises what it has recorded, whoever sends it again", async () => {
    const contractId = await aContract(database.db, { organizationId, ...april });
    const event = aUsageEvent({ organizationId });
    expect(await recordOne(event)).toEqual({ result: "recorded", contractId });
    expect(await recordOne(event)).toEqual({ result: "duplicate", contractId });
  });

  it("takes the same id of another organization for another event, also in one report", async () => {
    const both = [await anOrganization(database.db), await anOrganization(database.db)];
    const contractIds: number[] = [];
    for (const own of both) {
      contractIds.push(await aContract(database.db, { organizationId: own, ...april }));
    }
    const events = both.map((own) => aUsageEvent({ organizationId: own, eventId: "of-both" }));
    const results = (result: string) => contractIds.map((contractId) => ({ result, contractId }));
    expect(await record(events)).toEqual(results("recorded"));
    expect(await record(events)).toEqual(results("duplicate"));
    const changed = events.map((event) => ({ ...event, occurredAt: addMinutes(now(), -1) }));
    expect(await record(changed)).toEqual(results("conflict"));
    expect(await sumsThatDiffer(database.db)).toEqual([]);
  });

  it("rejects a workspace of another organization", async () => {
    const elsewhere = await anOrganization(database.db);
    const { workspace_id: workspaceId } = await database.db
      .insertInto("workspaces")
      .values({
        organization_id: elsewhere,
        workspace_name: "営業",
        name_key: "営業",
        created_at: now(),
        updated_at: now(),
      })
      .returning("workspace_id")
      .executeTakeFirstOrThrow();
    const foreign = aUsageEvent({ organizationId, workspaceId });
    expect(await recordOne(foreign)).toEqual({ result: "rejected", reason: "WORKSPACE" });
    await aContract(database.db, { organizationId: elsewhere, ...april });
    const own = { ...foreign, organizationId: elsewhere };
    expect(await recordOne(own)).toMatchObject({ result: "recorded" });
  });

  it("takes events at midnight in Tokyo into the contract of their day", async () => {
    const organization = await anOrganization(database.db);
    const days = [
      { startDate: "2026-03-01", endDate: "2026-03-31" },
      { startDate: "2026-04-01", endDate: "2026-04-30" },
    ];
    const [march, next] = await Promise.all(
      days.map((period) => aContract(database.db, { organizationId: organization, ...period })),
    );
    const around = Array.from({ length: 20 }, (_, n) =>
      aUsageEvent({
        organizationId: organization,
        occurredAt: new Date(Date.parse("2026-04-01T00:00:00+09:00") + (n - 10) * 100),
      }),
    );
    const verdicts = await record(around);
    verdicts.forEach((verdict, n) => {
      expect(verdict).toEqual({ result: "recorded", contractId: n < 10 ? march : next });
    });
    expect(await sumsThatDiffer(database.db)).toEqual([]);
  });

  it("is announced once per contract, of 200 contracts at most in a message", async () => {
    const organizations = [
      await anOrganization(database.db),
      await anOrganization(database.db),
      await anOrganization(database.db),
    ];
    const days = organizations.flatMap((organizationId) =>
      Array.from({ length: 67 }, (_, n) => ({ organizationId, day: addDays("2026-02-01", n) })),
    );
    const ids = await contracts(
      database.db,
      days.map(({ organizationId, day }) => ({ organizationId, startDate: day, endDate: day })),
    );
    const counted: number[][] = [];
    await database.listen(CHANGES, {
      onMessage: (payload) => {
        const { used = [] }: Partial<UsageChange> = JSON.parse(payload);
        const own = used.filter(([organizationId]) => organizations.includes(organizationId));
        if (own.length > 0) counted.push(own.map(([, contractId]) => contractId));
      },
      onLost: () => {},
    });
    const events = days.map(({ organizationId, day }) =>
      aUsageEvent({ organizationId, occurredAt: new Date(`${day}T12:00:00+09:00`) }),
    );
    expect(inWords(await record([...events, ...events.slice(0, 1)]))).toEqual({
      recorded: 201,
      duplicate: 1,
    });
    await vi.waitUntil(() => counted.flat().length >= ids.length, { timeout: 30_000 });
    expect(counted.map((some) => some.length)).toEqual([200, 1]);
    expect(counted.flat()).toEqual(ids);
  });

  it("says so when no contract covers the day, and takes the event once one does", async () => {
    const organization = await anOrganization(database.db);
    const event = aUsageEvent({ organizationId: organization });
    expect(await recordOne(event)).toEqual({ result: "no_contract" });
    await aContract(database.db, { organizationId: organization, ...april });
    expect(await recordOne(event)).toMatchObject({ result: "recorded" });
  });
});

describePostgres("copies of the API that record at once", () => {
  const database = perSuite(() => testDatabase("postgres"));
  let copies: { database: Database; recorder: ReturnType<typeof openRecorder>["recorder"] }[];

  beforeAll(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const url = new URL(process.env.TEST_DATABASE_URL ?? "");
    url.pathname = `/${rows[0]?.name}`;
    copies = await Promise.all(
      [16, 16].map(async (poolSize) => {
        const copy = await openDatabase({ kind: "postgres", url: url.href, poolSize });
        return { database: copy, ...openRecorder({ db: copy.db, now, log }) };
      }),
    );
  });
  afterEach(async () => expect(await sumsThatDiffer(database.db)).toEqual([]));
  afterAll(async () => {
    for (const copy of copies) await copy.database.close();
  });

  const aCopy = (n: number) => copies[n % copies.length] ?? expect.unreachable();
  const transcriptsOf = async (contractId: number) =>
    (await ledgerUse(database.db)).find((use) => use.contractId === contractId)?.transcripts ?? 0;

  it("record exactly 5,000 of 11,000 events, 3,000 of them repeats, for a cap of 5,000", async () => {
    const organizationId = await anOrganization(database.db);
    const contractId = await aContract(database.db, {
      organizationId,
      ...april,
      maxTranscriptCount: 5_000,
    });
    const once = Array.from({ length: 8_000 }, () => aUsageEvent({ organizationId }));
    const sent = inParts(shuffled([...once, ...shuffled(once).slice(0, 3_000)]), 20);
    // 32 connections, and nothing that bundles what they send.
    const waiting = [...sent];
    const verdicts: UsageVerdict[] = [];
    const connection = async (n: number) => {
      const deps = { db: aCopy(n).database.db, now };
      for (let part = waiting.pop(); part; part = waiting.pop()) {
        const some = await recordBatch(deps, part, { patient: true });
        verdicts.push(...some.filter((verdict) => verdict !== undefined));
      }
    };
    await Promise.all(Array.from({ length: 32 }, (_, n) => connection(n)));
    expect(verdicts).toHaveLength(11_000);
    expect(inWords(verdicts).recorded).toBe(5_000);
    expect(await transcriptsOf(contractId)).toBe(5_000);
  });

  it("keep both caps at once", async () => {
    const organizationId = await anOrganization(database.db);
    const contractId = await aContract(database.db, {
      organizationId,
      ...april,
      maxTranscriptCount: 300,
      maxTranscriptMinutes: 200,
    });
    const events = Array.from({ length: 2_000 }, (_, n) =>
      aUsageEvent({ organizationId, seconds: (n % 7) * 30 }),
    );
    const answers = await Promise.all(
      inParts(events, 25).map((part, n) => aCopy(n).recorder.record(part)),
    );
    const counts = inWords(answers.flat());
    expect(counts.recorded).toBeLessThanOrEqual(300);
    expect(counts.recorded).toBe(await transcriptsOf(contractId));
    const [use] = (await ledgerUse(database.db)).filter((one) => one.contractId === contractId);
    expect(use?.seconds).toBeLessThanOrEqual(200 * 60);
    // Nothing more fits: a transcript of no length needs only the count, another one a minute.
    expect(use?.transcripts === 300 || (use?.seconds ?? 0) > 200 * 60 - 30).toBe(true);
  });

  it("record an event once, whoever of them gets it", async () => {
    const organizationId = await anOrganization(database.db);
    await aContract(database.db, { organizationId, ...april });
    const events = Array.from({ length: 200 }, () => aUsageEvent({ organizationId }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => aCopy(n).recorder.record(shuffled(events))),
    );
    expect(inWords(answers.flat())).toEqual({ recorded: 200, duplicate: 1_400 });
  });

  it("record an id for each of two organizations that use it at once", async () => {
    const both = [await anOrganization(database.db), await anOrganization(database.db)];
    for (const organizationId of both) await aContract(database.db, { organizationId, ...april });
    for (let round = 0; round < 20; round += 1) {
      const events = both.map((organizationId) =>
        aUsageEvent({ organizationId, eventId: `id-${round}` }),
      );
      const answers = await Promise.all(
        events.map((event, n) => aCopy(n).recorder.record([event])),
      );
      expect(inWords(answers.flat())).toEqual({ recorded: 2 });
    }
  });

  it("never exceed a cap that is lowered meanwhile, nor a contract that is terminated", async () => {
    const organizationId = await anOrganization(database.db);
    const contractId = await aContract(database.db, {
      organizationId,
      ...april,
      maxTranscriptCount: 100_000,
    });
    const change = async (work: (used: number) => ReturnType<typeof sql>) => {
      await database.db.transaction().execute(async (trx) => {
        await sql`select from contracts where contract_id = ${contractId} for no key update`.execute(
          trx,
        );
        const { rows } = await sql<{ used: number }>`
          select transcript_count as used from contract_usage
          where contract_id = ${contractId} for no key update`.execute(trx);
        await work(rows[0]?.used ?? 0).execute(trx);
      });
    };
    const sending = Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const verdicts: UsageVerdict[] = [];
        for (let round = 0; round < 15; round += 1) {
          const events = Array.from({ length: 20 }, () => aUsageEvent({ organizationId }));
          verdicts.push(...(await aCopy(n).recorder.record(events)));
        }
        return verdicts;
      }),
    );
    let cap = 0;
    await change((used) => {
      cap = used + 50;
      return sql`update contracts set max_transcript_count = ${cap} where contract_id = ${contractId}`;
    });
    await vi.waitUntil(async () => (await transcriptsOf(contractId)) === cap);
    await change(
      () => sql`
      update contracts set max_transcript_count = 100000 where contract_id = ${contractId}`,
    );
    let atTheEnd = 0;
    await change((used) => {
      atTheEnd = used;
      return sql`update contracts set termination_date = '2026-04-10' where contract_id = ${contractId}`;
    });
    const counts = inWords((await sending).flat());
    expect(await transcriptsOf(contractId)).toBe(atTheEnd);
    expect(counts.recorded).toBe(atTheEnd);
  });

  it("do not wait for the contract of another organization that another request has locked", async () => {
    const [slow, quick] = [await anOrganization(database.db), await anOrganization(database.db)];
    const slowContract = await aContract(database.db, { organizationId: slow, ...april });
    await aContract(database.db, { organizationId: quick, ...april });
    const { recorder } = aCopy(0);
    const holder = await database.db.startTransaction().execute();
    await sql`select from contract_usage where contract_id = ${slowContract} for update`.execute(
      holder,
    );
    let isSlowDone = false;
    const slowly = recorder
      .record([aUsageEvent({ organizationId: slow }), aUsageEvent({ organizationId: quick })])
      .finally(() => {
        isSlowDone = true;
      });
    for (let round = 0; round < 10; round += 1) {
      const events = [aUsageEvent({ organizationId: quick })];
      expect(inWords(await recorder.record(events))).toEqual({ recorded: 1 });
    }
    expect(isSlowDone).toBe(false);
    await holder.commit().execute();
    expect(inWords(await slowly)).toEqual({ recorded: 2 });
  });
});
