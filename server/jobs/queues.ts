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
  reconcileUsage: Record<string, never>;
  sealAudit: Record<string, never>;
  keepAuditMonths: Record<string, never>;
  /** A message to a receiver, tried once; a failure sends the job again. */
  webhook: { deliveryId: number };
}
export type QueueName = keyof JobData;

/** `expireInSeconds` restarts jobs of a killed process. The backoff ends at about 15 minutes. */
const repeated = { expireInSeconds: 60, retryLimit: 1_000_000, retryDelay: 15 };
const queues: Readonly<Record<QueueName, typeof repeated>> = {
  account: repeated,
  reconcileAccounts: { ...repeated, retryDelay: 60 },
  foldCounts: { ...repeated, retryLimit: 0 },
  alertsOfDay: repeated,
  // Longer than a slow SMTP server may take, so that no second process sends the same mail.
  alertMail: { ...repeated, expireInSeconds: 600 },
  // It reads the whole ledger, which may take longer than a minute.
  reconcileUsage: { expireInSeconds: 7_200, retryLimit: 3, retryDelay: 600 },
  // The next hour does what one could not.
  sealAudit: { expireInSeconds: 3_600, retryLimit: 0, retryDelay: 60 },
  keepAuditMonths: { ...repeated, retryDelay: 600 },
  webhook: repeated,
};

const SCHEMA = "pgboss";

export function statementsOver(db: Kysely<Tables>): PgBoss.Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
      return { rows };
    },
  };
}

export function queuesChecksum(): string {
  const text = PgBoss.getConstructionPlans(SCHEMA) + JSON.stringify(queues);
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
  await boss.stop();
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
