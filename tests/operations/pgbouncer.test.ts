import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { hasPgbouncer } from "../../scripts/findPgbouncer.ts";
import { idTokenOf, signInAsAdmin } from "../process/adminClient.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { openEvents, STAFF_EVENTS } from "../support/eventStream.ts";
import { onServer } from "../support/postgresTemplate.ts";
import type { Running } from "../support/running.ts";
import { type OwnPgbouncer, pgbouncerBefore } from "./ownPgbouncer.ts";
import { anEvent, reportUntilAnswered } from "./usageClient.ts";

const created = z.object({ key: z.string() });
const page = z.object({ content: z.array(z.object({ dictionaryId: z.int() })) });
/** The jobs that a start with demo data sends. */
const JOBS = ["alertsOfDay", "reconcileAccounts", "sealAudit"];
const PATIENCE = { timeout: 30_000, interval: 100 };

const runs = process.env.TEST_DATABASE_URL !== undefined && hasPgbouncer;

describe.skipIf(!runs)("a server behind pgbouncer", () => {
  let directory: string;
  let postgres: OwnPostgres;
  let pgbouncer: OwnPgbouncer;
  let server: Running;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "pooled-"));
    postgres = await ownPostgres();
  });
  afterEach(async () => {
    await server.remove();
    await pgbouncer.stop();
    await postgres.close();
    rmSync(directory, { recursive: true });
  });

  it.each([
    ["session", 40],
    ["transaction", 3],
  ] as const)("that pools by the %s does a day's work over %i connections", async (mode, size) => {
    pgbouncer = await pgbouncerBefore(postgres.url, mode, size);
    server = startServer({
      DATA_DIR: directory,
      DATABASE_URL: pgbouncer.url,
      ...(mode === "transaction" ? { DATABASE_DIRECT_URL: postgres.url } : {}),
      LOG_LEVEL: "warn",
    });
    const address = await server.address();
    const admin = await signInAsAdmin(address);
    const authorization = `Bearer ${await idTokenOf(address, "dictadmin@example.com")}`;
    const stream = await openEvents(address + STAFF_EVENTS, { authorization });

    expect(await admin.send("POST", "/contracts", CONTRACT)).toMatchObject({ status: 201 });

    const dictionaries = `${address}/api/v1/dictionaries`;
    const listed = await fetch(dictionaries, { headers: { authorization } });
    const [{ dictionaryId } = { dictionaryId: 0 }] = page.parse(await listed.json()).content;
    const edited = await fetch(`${dictionaries}/${dictionaryId}`, {
      method: "PATCH",
      headers: { authorization, "content-type": "application/json", "if-match": "*" },
      body: JSON.stringify({ description: "社内の用語" }),
    });
    expect(edited.status).toBe(200);
    await stream.hearsOf(`resource/dictionaries/${dictionaryId}`);

    const { body } = await admin.send("POST", "/service-keys", { name: "文字起こし" });
    const { key } = created.parse(body);
    const events = [anEvent(randomUUID(), 1)];
    const [result] = await reportUntilAnswered({ address, key }, events);
    expect(result).toMatchObject({ result: "recorded" });

    await vi.waitFor(async () => expect(await jobsDone(postgres.url)).toEqual(JOBS), PATIENCE);
    await stream.close();
    const warnings = server.stdout.split("\n").filter((line) => line.includes('"level":40'));
    // A busy machine says that.
    expect(warnings.filter((line) => !line.includes("slow statement"))).toEqual([]);
    expect(server.stderr).toBe("");
  });
});

async function jobsDone(url: string): Promise<string[]> {
  const { rows } = await onServer(url, (run) =>
    run("select distinct name from pgboss.job where state = 'completed' order by 1"),
  );
  return rows.map(({ name }) => name).filter((name) => JOBS.includes(name));
}

const CONTRACT = {
  organizationName: "接続商事",
  adminName: "高橋 花子",
  adminEmail: "pooled@customer.example.com",
  startDate: "2027-04-01",
  endDate: "2028-03-31",
  maxTranscriptCount: null,
  maxTranscriptMinutes: null,
};
