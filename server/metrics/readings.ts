import { Gauge, Registry } from "prom-client";
import type { Area } from "../../domain/api/endpoint.ts";
import { atMostEvery } from "../atMostEvery.ts";
import type { Database } from "../db/client.ts";
import { packageVersion } from "../packageRoot.ts";
import { within } from "../start/shutdown.ts";
import { type DatabaseReadings, readDatabase } from "./queries.ts";

/** Scrapes of several readers cost the database one reading. */
const READ_EVERY_MS = 1_000;
/** A scrape answers although the database does not; Prometheus waits for 10 s by default. */
const READ_WITHIN_MS = 3_000;

export interface ReadingParts {
  database: Pick<Database, "snapshots" | "pools" | "roundTrip">;
  now: () => Date;
  /** Requests that have a place, and those that wait for one. */
  work(): { atWork: number; waiting: number };
  streams(area: Area): number;
  /** The parts that the server needs, each with its state. */
  partStates(): Promise<object>;
}

const gauges = {
  ki_requests_at_work: "Requests that have a place now.",
  ki_requests_waiting: "Requests that wait for a place.",
  ki_event_streams: "Open streams of live changes.",
  ki_database_pool_connections: "Open connections to the database.",
  ki_database_pool_idle: "Open connections without work.",
  ki_database_pool_waiting: "Statements and transactions that wait for a connection.",
  ki_database_up:
    "1 if the database answered within 3 s, else 0, and all that is read from it is missing.",
  ki_part_state:
    "Always 1; the labels are a part that the server needs and its state, tried for this reading.",
  ki_clock_offset_seconds:
    "How far the clock of the database is ahead of this machine's; negative: behind.",
  ki_database_round_trip_seconds:
    "The way to the database and back: the fastest statement of the last seconds.",
  ki_build_info: "Always 1; the labels are the version and the newest migration.",
  ki_queue_jobs: "Jobs that are due; counts up to 10,000.",
  ki_queue_oldest_seconds: "Since when the oldest of these jobs is due.",
  ki_outbox_pending: "What commits have left to be done; counts up to 10,000.",
  ki_outbox_oldest_seconds: "How long the oldest of it waits.",
  ki_audit_seal_age_seconds:
    "Since the end of the oldest day of the audit log that waits for its seal; else 0.",
} as const;

type GaugeName = keyof typeof gauges;

/** What is so now, in this process and in the database that it shares with others. */
export class Readings {
  readonly #parts: ReadingParts;
  readonly #readDatabase: () => Promise<DatabaseReadings | undefined>;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    const { database, now } = parts;
    this.#readDatabase = atMostEvery(READ_EVERY_MS, now, () => readInTime(database));
  }

  /** Reads everything again. What cannot be read is missing, since an old value would look like a new one. */
  async read(): Promise<Registry> {
    const [readings, parts] = await Promise.all([this.#readDatabase(), this.#parts.partStates()]);
    const registry = new Registry();
    const set = (name: GaugeName, value: number, labelsOf: Record<string, string> = {}) => {
      const known = registry.getSingleMetric(name);
      const gauge =
        known instanceof Gauge
          ? known
          : new Gauge({
              name,
              help: gauges[name],
              labelNames: Object.keys(labelsOf),
              registers: [registry],
            });
      gauge.set(labelsOf, value);
    };
    this.#readProcess(set);
    for (const [part, state] of Object.entries(parts)) set("ki_part_state", 1, { part, state });
    const schema = readings?.schema ?? "unknown";
    set("ki_build_info", 1, { version: packageVersion(), schema });
    set("ki_database_up", readings ? 1 : 0);
    if (readings) setDatabase(set, readings);
    return registry;
  }

  #readProcess(set: SetGauge): void {
    const { database, work, streams } = this.#parts;
    const { atWork, waiting } = work();
    set("ki_requests_at_work", atWork);
    set("ki_requests_waiting", waiting);
    for (const area of ["staff", "admin"] as const)
      set("ki_event_streams", streams(area), { area });
    set("ki_database_round_trip_seconds", database.roundTrip.ms / 1_000);
    for (const { pool, connections, idle, waiting: inLine } of database.pools()) {
      set("ki_database_pool_connections", connections, { pool });
      set("ki_database_pool_idle", idle, { pool });
      set("ki_database_pool_waiting", inLine, { pool });
    }
  }
}

type SetGauge = (name: GaugeName, value: number, labels?: Record<string, string>) => void;

function setDatabase(
  set: SetGauge,
  { clockOffset, queues, outboxes, sealAge }: DatabaseReadings,
): void {
  set("ki_clock_offset_seconds", clockOffset);
  for (const { queue, jobs, oldest } of queues) {
    set("ki_queue_jobs", jobs, { queue });
    set("ki_queue_oldest_seconds", oldest, { queue });
  }
  for (const { outbox, pending, oldest } of outboxes) {
    set("ki_outbox_pending", pending, { outbox });
    set("ki_outbox_oldest_seconds", oldest, { outbox });
  }
  set("ki_audit_seal_age_seconds", sealAge);
}

/** By a connection of the downloads: while all others are taken, the metrics still say so. */
async function readInTime({
  snapshots,
}: Pick<Database, "snapshots">): Promise<DatabaseReadings | undefined> {
  try {
    const reading = readDatabase(snapshots);
    // A late one may still fail.
    reading.catch(() => {});
    return (await within(READ_WITHIN_MS, reading)) ? await reading : undefined;
  } catch {
    // The log says so; a scrape every 15 s would only repeat it.
    return undefined;
  }
}
