import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { subDays } from "date-fns";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { addUpUses } from "../../server/modules/vocabulary/queries/entryUses.ts";
import { suiteApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { type LossyProxy, lossyProxy } from "../support/lossyProxy.ts";
import { aServiceKey } from "../support/serviceKeys.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples", "reportUsage.mjs");
const OCCURRED_AT = subDays(new Date(), 9).toISOString();

describeDatabase("examples/reportUsage.mjs", (engine) => {
  const api = suiteApi(engine);
  let key: string;
  let server: string;
  const proxies: LossyProxy[] = [];

  beforeAll(async () => {
    key = (await aServiceKey(api)).key;
    server = await api.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close();
  });

  const run = (events: readonly object[], baseUrl = server, serviceKey = key) =>
    runOn(events.map((event) => `${JSON.stringify(event)}\n`).join(""), baseUrl, serviceKey);

  async function runOn(input: string, baseUrl = server, serviceKey = key, more = {}) {
    const child = spawn(process.execPath, [EXAMPLE], {
      env: { ...process.env, BASE_URL: baseUrl, SERVICE_KEY: serviceKey, ...more },
    });
    child.stdin.end(input);
    const ended = once(child, "close");
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      ended,
    ]);
    return { code, lines: stdout.split("\n").filter(Boolean), stderr };
  }

  async function aContractOf(maxTranscriptCount: number) {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, maxTranscriptCount });
    const usedOf = () =>
      api.db
        .selectFrom("contract_usage")
        .select(["transcript_count", "seconds"])
        .where("contract_id", "=", contractId)
        .executeTakeFirstOrThrow();
    const events = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        eventId: `example-${contractId}-${n}`,
        organizationId,
        occurredAt: OCCURRED_AT,
        seconds: 60,
      }));
    return { events, usedOf };
  }

  it("counts each event once, whatever answers are lost or refused on the way", async () => {
    const { events, usedOf } = await aContractOf(1_000);
    const proxy = await lossyProxy(server, [
      "loses the answer",
      { status: 503, retryAfter: 1 },
      "passes",
      { status: 429 },
      "loses the answer",
    ]);
    proxies.push(proxy);
    const { code, lines, stderr } = await run(events(501), proxy.address);
    expect(code).toBe(0);
    expect(lines).toHaveLength(501);
    // The answer that was lost had recorded them.
    expect(new Set(lines.map((line) => line.split(" ")[1]))).toEqual(new Set(["duplicate"]));
    expect(stderr.match(/again in/g)).toHaveLength(4);
    expect(proxy.requests).toBe(6);
    expect(await usedOf()).toEqual({ transcript_count: 501, seconds: 501 * 60 });
  });

  it("tells which events are refused, and ends with 1", async () => {
    const { events, usedOf } = await aContractOf(2);
    const [first, second, third] = events(3);
    if (!first || !second || !third) throw new Error("three events");
    const rejected = { ...second, workspaceId: 999_999 };
    const { code, lines } = await run([first, rejected, second, third]);
    expect(code).toBe(1);
    expect(lines.map((line) => line.trim().split(" ").slice(1).join(" "))).toEqual([
      "recorded",
      "rejected WORKSPACE",
      "recorded",
      "quota_exceeded",
    ]);
    expect(await usedOf()).toEqual({ transcript_count: 2, seconds: 120 });
  });

  it("does not repeat what no repetition mends", async () => {
    const { events } = await aContractOf(2);
    const { code, lines, stderr } = await run(events(1), server, "kis_wrong");
    expect(code).toBe(1);
    expect(lines).toEqual([]);
    expect(stderr).toMatch(/^401 .+\n$/);
  });

  it("says which line is not JSON, and sends none", async () => {
    const { events, usedOf } = await aContractOf(2);
    const lines = `${JSON.stringify(events(1)[0])}\n\nnot an event\n`;
    expect(await runOn(lines)).toEqual({
      code: 1,
      lines: [],
      stderr: "line 3 is not JSON: not an event\n",
    });
    expect(await usedOf()).toMatchObject({ transcript_count: 0 });
  });

  it("counts the words of transcripts, the longest first, and sends no text", async () => {
    const { events, usedOf } = await aContractOf(10);
    const [event] = events(1);
    const { organizationId = 0 } = event ?? {};
    const dictionaryId = await aDictionary(api, { organizationId });
    const surfaces = ["東京都", "東京", "C++"];
    const [prefecture, city, language] = await someEntries(
      api,
      { organizationId, dictionaryId },
      surfaces.map((surface) => ({ surface })),
    );
    const entries = [prefecture, city, language].map((entryId, place) => ({
      entryId,
      surface: surfaces[place],
    }));
    const directory = await mkdtemp(join(tmpdir(), "ki-words-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, "words.json");
    const words = entries.map(({ entryId }) => entryId);
    await writeFile(file, JSON.stringify({ organizationId, revision: 2, entries, words }));
    const transcript = "東京都の東京駅でC++を、東京では書きません。";
    const line = JSON.stringify({ ...event, transcript });
    const { code, stderr } = await runOn(line, server, key, { WORDS_FILE: file });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect((await usedOf()).transcript_count).toBe(1);
    await addUpUses(api.db);
    const counted = await api.db
      .selectFrom("entry_uses")
      .select(["entry_id", "use_count"])
      .where("organization_id", "=", organizationId)
      .orderBy("entry_id")
      .execute();
    expect(counted).toEqual([
      { entry_id: prefecture, use_count: 1 },
      { entry_id: city, use_count: 2 },
      { entry_id: language, use_count: 1 },
    ]);
  });
});
