import { setTimeout as pause } from "node:timers/promises";
import fp from "fastify-plugin";
import type { Kysely } from "kysely";
import type PgBoss from "pg-boss";
import { actAsSystem } from "../audit/acting.ts";
import type { Tables } from "../db/tables.ts";
import { countRun } from "../metrics/counted.ts";
import { bossOver, type JobData, type QueueName, statementsOver, TIME_ZONE } from "./queues.ts";

const START_AGAIN_MS = 5_000;
const STOP_WITHIN_MS = 2_000;
const LOOK_MS = 10;
const START_ONCE_IN_SECONDS = 600;
/** pg-boss's own pool also answers without rows once it is closed. */
const noAnswer = Object.create(null);

/** Handles the jobs of a queue. A job runs at least once, maybe in several processes at once. */
export interface JobHandler<Name extends QueueName> {
  run(jobs: readonly JobData[Name][]): Promise<void>;
  batchSize?: number;
  schedule?: string;
  /** Whether it also runs when an instance starts, at most once in ten minutes. */
  atStart?: boolean;
  /** How often the queue is polled; as all others by default. */
  pollSeconds?: number;
}
export type JobHandlers = { [Name in QueueName]: JobHandler<Name> };

interface RunnerOptions {
  db: Kysely<Tables>;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  handlers: JobHandlers;
  /** How often the queues are polled; default 2 s. */
  pollSeconds?: number | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    jobs: JobRunner;
  }
}

/** Works the job queues while the server listens. */
export const jobs = fp(async (app, options: RunnerOptions) => {
  const runner = new JobRunner(options);
  app.decorate("jobs", runner);
  app.addHook("onListen", async () => {
    // Not awaited: the server answers requests even if the database is unavailable.
    void runner.start();
  });
  app.addHook("onClose", () => runner.stop());
});

/** Works the job queues from `start` to `stop`. Logs an unavailable database once and waits. */
export class JobRunner {
  readonly #options: RunnerOptions;
  #boss: PgBoss | undefined;
  #starting: Promise<void> | undefined;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;
  #away = false;
  /** Jobs that run, and statements of pg-boss that are not answered yet. */
  #atWork = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#again);
    await this.#starting;
    const boss = this.#boss;
    if (!boss) return;
    for (const name of Object.keys(this.#options.handlers)) await boss.offWork(name);
    // By itself pg-boss looks twice a second, and waits for a second even if nothing runs.
    const latest = performance.now() + STOP_WITHIN_MS;
    do await pause(LOOK_MS);
    while (this.#atWork > 0 && performance.now() < latest);
    await boss.stop({ graceful: false });
  }

  async #start(): Promise<void> {
    const { db, log, pollSeconds = 2 } = this.#options;
    const boss = bossOver(this.#patientStatements(db), pollSeconds);
    boss.on("error", (err: unknown) => {
      // While the database is unavailable every queue fails, which was logged.
      if (!this.#away) log.warn({ err }, "a job queue failed");
    });
    try {
      await boss.start();
      await this.#work(boss);
      this.#boss = boss;
    } catch (err) {
      if (!this.#away) log.warn({ err }, "could not start the job queues yet");
      await boss.stop({ graceful: false }).catch(() => {});
      if (this.#stopped) return;
      this.#again = setTimeout(() => {
        this.#starting = this.#start();
      }, START_AGAIN_MS).unref();
    }
  }

  async #work(boss: PgBoss): Promise<void> {
    const { account, reconcileAccounts, foldCounts, alertsOfDay, reconcileUsage, alertMail } =
      this.#options.handlers;
    const { proposalsOfDay, proposalMail } = this.#options.handlers;
    const { sealAudit, keepAuditMonths, housekeeping, webhook } = this.#options.handlers;
    await this.#workOne(boss, "account", account);
    await this.#workOne(boss, "reconcileAccounts", reconcileAccounts);
    await this.#workOne(boss, "foldCounts", foldCounts);
    await this.#workOne(boss, "alertsOfDay", alertsOfDay);
    await this.#workOne(boss, "alertMail", alertMail);
    await this.#workOne(boss, "proposalsOfDay", proposalsOfDay);
    await this.#workOne(boss, "proposalMail", proposalMail);
    await this.#workOne(boss, "reconcileUsage", reconcileUsage);
    await this.#workOne(boss, "sealAudit", sealAudit);
    await this.#workOne(boss, "keepAuditMonths", keepAuditMonths);
    await this.#workOne(boss, "housekeeping", housekeeping);
    await this.#workOne(boss, "webhook", webhook);
  }

  async #workOne<Name extends QueueName>(
    boss: PgBoss,
    name: Name,
    { run, batchSize = 1, schedule, atStart = false, pollSeconds }: JobHandler<Name>,
  ): Promise<void> {
    if (schedule) await boss.schedule(name, schedule, {}, { tz: TIME_ZONE });
    if (atStart) await boss.send(name, {}, { singletonSeconds: START_ONCE_IN_SECONDS });
    const polling = pollSeconds === undefined ? {} : { pollingIntervalSeconds: pollSeconds };
    let workerId = "";
    workerId = await boss.work<JobData[Name]>(name, { batchSize, ...polling }, async (jobs) => {
      this.#atWork += 1;
      try {
        const began = performance.now();
        await countRun(name, () => actAsSystem(name, () => run(jobs.map(({ data }) => data))));
        const ms = Math.round(performance.now() - began);
        this.#options.log.info({ job: name, count: jobs.length, ms }, "job done");
        // More may be waiting, which then need not wait for the next poll.
        if (jobs.length === batchSize) boss.notifyWorker(workerId);
      } catch (err) {
        if (!this.#away) this.#options.log.error({ err, queue: name }, "a job failed");
        throw err;
      } finally {
        this.#atWork -= 1;
      }
    });
  }

  /** pg-boss does not await these statements, so a rejection would end the process. */
  #patientStatements(db: Kysely<Tables>): PgBoss.Db {
    const statements = statementsOver(db);
    return {
      executeSql: async (text, values) => {
        this.#atWork += 1;
        try {
          const result = await statements.executeSql(text, values);
          this.#away = false;
          return result;
        } catch (err) {
          if (!this.#away && !this.#stopped) {
            this.#options.log.warn({ err }, "could not complete a job");
          }
          this.#away = true;
          return noAnswer;
        } finally {
          this.#atWork -= 1;
        }
      },
    };
  }
}
