import { createHash } from "node:crypto";
import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import PgBoss from "pg-boss";
import type { Tables } from "../db/tables.ts";

/**
 * The queues, with the data of their jobs. Each is a table of pg-boss, created with our migrations
 * (docs/decisions/021).
 */
export interface JobData {
  /** Makes one person's account at the identity service equal to our database. */
  account: { userId: string };
  /** Looks for accounts that differ from our database. */
  reconcileAccounts: Record<string, never>;
  /** Adds up the day counts of contracts. */
  foldDayCounts: Record<string, never>;
}
export type QueueName = keyof JobData;

/**
 * A job whose process was killed is taken up again after `expireInSeconds`. A handler that throws
 * is repeated, in the end every quarter of an hour or so.
 */
const repeated = { expireInSeconds: 60, retryLimit: 1_000_000, retryDelay: 15 };
const queues: Readonly<Record<QueueName, typeof repeated>> = {
  account: repeated,
  reconcileAccounts: { ...repeated, retryDelay: 60 },
  // The next one comes within a minute.
  foldDayCounts: { ...repeated, retryLimit: 0 },
};

const SCHEMA = "pgboss";

/** Where pg-boss sends its statements: without values a text may hold several of them. */
export function statementsOver(db: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}

/** One word for the tables that installQueues makes, for whoever keeps copies of them. */
export function queuesChecksum(): string {
  const text = PgBoss.getConstructionPlans(SCHEMA) + JSON.stringify(queues);
  return createHash("sha256").update(text).digest("hex");
}

/** Creates or migrates the tables of pg-boss and our queues; run by `migrate`, under its lock. */
export async function installQueues(session: Kysely<Tables>): Promise<void> {
  const boss = new PgBoss({
    db: statementsOver(session),
    schema: SCHEMA,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name, { name, ...options });
  }
  await boss.stop();
}

/** Knows no database: what it sends goes through the transaction it is given. */
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error("a job is sent within a transaction")) },
  schema: SCHEMA,
});

/** Sends a job that begins once the transaction has committed, `afterSeconds` later at the earliest. */
export async function sendJob<Name extends QueueName>(
  trx: Transaction<Tables>,
  name: Name,
  data: JobData[Name],
  afterSeconds = 0,
): Promise<void> {
  const options = { startAfter: afterSeconds, db: statementsOver(trx) };
  const id = await sender.send(name, data, options);
  // pg-boss says nothing where a queue is missing.
  if (id === null) throw new Error(`there is no queue ${name}`);
}

/** pg-boss over a database, to work with; whoever starts it stops it. */
export function bossOver(db: PgBoss.Db, pollingIntervalSeconds: number): PgBoss {
  return new PgBoss({
    db,
    schema: SCHEMA,
    migrate: false,
    pollingIntervalSeconds,
    maintenanceIntervalSeconds: 30,
    archiveCompletedAfterSeconds: 3_600,
    deleteAfterHours: 24,
  });
}
