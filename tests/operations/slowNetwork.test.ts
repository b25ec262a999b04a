import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { idTokenOf } from "../process/adminClient.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { startServer } from "../process/runningServer.ts";
import { describePostgres } from "../support/database.ts";
import { freePort } from "../support/freePort.ts";
import type { Running } from "../support/running.ts";
import { type Wire, wireTo } from "../support/wire.ts";
import { usageTarget } from "./usageTarget.ts";

/** There and back 300 ms. */
const EACH_WAY_MS = 150;
const PEOPLE = ["orgadmin", "dictadmin", "dictadmin2", "staff"];
const SCREENS = 4;
const READING_MS = 1_000;
/** Connections of a program, each of which asks again once it is answered. */
const CONNECTIONS = 12;
/** More than a person's requests wait in line. */
const GREEDY = 90;
const EVERYTHING = ["/users/me", "/dictionaries", "/workspaces", "/reflection"];
/** What a page asks for at once. */
const PAGE = [...EVERYTHING, ...EVERYTHING];

describePostgres("a server 300 ms away from its database", () => {
  let directory: string;
  let postgres: OwnPostgres;
  let wire: Wire;
  let server: Running;
  let address: string;
  let metricsPort: number;
  let people: string[];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "slow-"));
    postgres = await ownPostgres();
    wire = await wireTo(postgres.url);
    metricsPort = await freePort();
    server = startServer({
      DATA_DIR: directory,
      DATABASE_URL: wire.url,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: "info",
    });
    address = await server.address();
    people = await Promise.all(PEOPLE.map((name) => idTokenOf(address, `${name}@example.com`)));
    wire.delay(EACH_WAY_MS);
    await vi.waitFor(
      async () => expect(await metric("ki_database_round_trip_seconds")).toBeGreaterThan(0.29),
      { timeout: 60_000, interval: 1_000 },
    );
  }, 180_000);
  afterAll(async () => {
    await server?.remove();
    await wire?.close();
    await postgres?.close();
    rmSync(directory, { recursive: true });
  });

  const get = async (path: string, credential: string) => {
    const headers = { authorization: `Bearer ${credential}` };
    return (await fetch(`${address}/api/v1${path}`, { headers })).status;
  };
  const metric = async (series: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const line = text.split("\n").find((each) => each.startsWith(`${series} `));
    return Number(line?.split(" ")[1] ?? 0);
  };
  const shed = (reason: string) => metric(`ki_requests_shed_total{reason="${reason}"}`);

  it("refuses neither people who open page after page nor a program that asks beside them", async () => {
    const { db, close } = await openDatabase({ kind: "postgres", url: postgres.url });
    const { key, organizationId } = await usageTarget(db).finally(close);
    let isOver = false;
    const connection = async () => {
      const statuses: number[] = [];
      while (!isOver) {
        statuses.push(await get(`/contracts/limits?organizationId=${organizationId}`, key));
      }
      return statuses;
    };
    const program = Promise.all(Array.from({ length: CONNECTIONS }, connection));
    const opened = people.map(async (person) => {
      const statuses: number[] = [];
      for (let screen = 0; screen < SCREENS; screen += 1) {
        statuses.push(...(await Promise.all(PAGE.map((path) => get(path, person)))));
        await pause(READING_MS);
      }
      return statuses;
    });
    const ofPeople = (await Promise.all(opened)).flat();
    isOver = true;
    const ofProgram = (await program).flat();
    const lines = server.stdout.split("\n").filter((line) => line.startsWith("{"));
    const unanswered = lines
      .map((line) => JSON.parse(line))
      .filter(({ status }) => status === 429 || status === 503);
    expect(unanswered).toEqual([]);
    expect([...new Set([...ofPeople, ...ofProgram])]).toEqual([200]);
    expect(ofPeople).toHaveLength(PEOPLE.length * SCREENS * PAGE.length);
  });

  it("tells that it is slow, and does not blame the person, where it cannot answer all", async () => {
    const [person = ""] = people;
    const asked = Array.from({ length: GREEDY }, () => get("/dictionaries", person));
    expect([...new Set(await Promise.all(asked))].toSorted()).toEqual([200, 503]);
    expect(await shed("slow_database")).toBeGreaterThan(0);
    expect(await shed("places_of_caller")).toBe(0);
  });
});
