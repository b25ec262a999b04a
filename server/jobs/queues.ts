import { createHash } from "node:crypto";
import { CompiledQuery, type Kysely, type Transaction } from "kysely";
import PgBoss from "pg-boss";
import type { Tables } from "../db/tables.ts";

export interface JobData {
  account: { userId: string };
  reconcileAccounts: Record<string, never>;
  foldCounts: Record<string, never>;
  /** All organizations with a greater id whose alerts the date may change. */
  alertsOfDay: { after?: number };
  /** A mail to a person about alerts that were raised together. */
  alertMail: { userId: string; alertIds: number[] };
  proposalsOfDay: Record<string, never>;
  /** A mail about own proposals that have ended, and about those that wait. */
  proposalMail: {
    organizationId: number;
    userId: string;
    proposalIds: number[];
    decides: boolean;
  };
  reconcileUsage: Record<string, never>;
  sealAudit: Record<string, never>;
  keepAuditMonths: Record<string, never>;
  housekeeping: Record<string, never>;
  /** Sent by the release before. */
  webhook: { deliveryId: number };
}
export type QueueName = keyof JobData;

/** `expireInSeconds` restarts jobs of a killed process. The backoff ends at about 15 minutes. */
const repeated = { expireInSeconds: 60, retryLimit: 1_000_000, retryDelay: 15 };
/** The next run does what one could not. */
const repeatedBySchedule = { expireInSeconds: 3_600, retryLimit: 0, retryDelay: 60 };
const queues: Readonly<Record<QueueName, typeof repeated>> = {
  account: repeated,
  reconcileAccounts: { ...repeated, retryDelay: 60 },
  foldCounts: { ...repeated, retryLimit: 0 },
  alertsOfDay: repeated,
  // Longer than a slow SMTP server may take, so that no second process sends the same mail.
  alertMail: { ...repeated, expireInSeconds: 600 },
  proposalsOfDay: repeated,
  proposalMail: { ...repeated, expireInSeconds: 600 },
  // It reads the whole ledger, which may take longer than a minute.
  reconcileUsage: { expireInSeconds: 7_200, retryLimit: 3, retryDelay: 600 },
  sealAudit: repeatedBySchedule,
  keepAuditMonths: { ...repeated, retryDelay: 600 },
  housekeeping: repeatedBySchedule,
  webhook: repeated,
};

/**
 * A queue of pg-boss itself, through which it sends the jobs that are due by their schedule. It makes this one
 * when it starts, ignores a failure, and then sends none: a role that cannot make tables needs it to be there.
 */
const QUEUE_OF_SCHEDULES = "__pgboss__send-it";

export const isQueue = (name: string): name is QueueName => name in queues;

export const SCHEMA = "pgboss";
export const TIME_ZONE = "Asia/Tokyo";

export function statementsOver(db: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}

export function queuesChecksum(): string {
  const text = PgBoss.getConstructionPlans(SCHEMA) + JSON.stringify(queues) + QUEUE_OF_SCHEDULES;
  return createHash("sha256").update(text).digest("hex");
}

/** Creates or migrates the tables of pg-boss and our queues; `migrate` calls it under its lock. */
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
  await boss.createQueue(QUEUE_OF_SCHEDULES);
  await boss.stop();
}

/** The queues that `installQueues` would create; `pgboss` if it had to do anything else. */
export async function missingQueues(db: Kysely<Tables>): Promise<string[]> {
  const statements = statementsOver(db);
  const boss = new PgBoss({ db: statements, schema: SCHEMA });
  if (!(await boss.isInstalled())) return [SCHEMA];
  const plans = PgBoss.getConstructionPlans(SCHEMA);
  const version = /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(plans)?.[1];
  if (String(await boss.schemaVersion()) !== version) return [SCHEMA];
  const { rows } = await statements.executeSql(`select name from ${SCHEMA}.queue`, []);
  const there = new Set(rows.map(({ name }: { name: string }) => name));
  return [...Object.keys(queues), QUEUE_OF_SCHEDULES].filter((name) => !there.has(name));
}

/** Writes when a queue gets a job by itself, as a start of the server does. */
export async function schedule(db: Kysely<Tables>, name: QueueName, cron: string): Promise<void> {
  const boss = new PgBoss({ db: statementsOver(db), schema: SCHEMA });
  await boss.schedule(name, cron, {}, { tz: TIME_ZONE });
}

/** Has no database of its own: it sends through the given transaction. */
const sender = new PgBoss({
  db: { executeSql: () => Promise.reject(new Error("a job is sent within a transaction")) },
  schema: SCHEMA,
});

/** Sends a job that starts after the commit, at least `afterSeconds` later. */
export async function sendJob<Name extends QueueName>(
  trx: Transaction<Tables>,
  name: Name,
  data: JobData[Name],
  afterSeconds = 0,
): Promise<void> {
  const options = { startAfter: afterSeconds, db: statementsOver(trx) };
  const id = await sender.send(name, data, options);
  // pg-boss reports no error for a missing queue.
  if (id === null) throw new Error(`there is no queue ${name}`);
}

export async function sendJobs<Name extends QueueName>(
  trx: Transaction<Tables>,
  name: Name,
  all: readonly JobData[Name][],
): Promise<void> {
  const db = statementsOver(trx);
  // pg-boss joins the queue, and inserts nothing without it.
  const { rows } = await db.executeSql(`select 1 from ${SCHEMA}.queue where name = $1`, [name]);
  if (rows.length === 0) throw new Error(`there is no queue ${name}`);
  await sender.insert(
    all.map((data) => ({ name, data })),
    { db },
  );
}

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
