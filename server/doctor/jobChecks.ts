import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { jobHandlers } from "../background.ts";
import type { Tables } from "../db/tables.ts";
import {
  installQueues,
  isQueue,
  missingQueues,
  schedule,
  sendJob,
  TIME_ZONE,
} from "../jobs/queues.ts";
import { evaluateRequests } from "../modules/alerts/service/evaluateAlerts.ts";
import { collectEvents } from "../modules/webhooks/service/sender.ts";
import type { Check } from "./runChecks.ts";

/** Several rounds of the tasks of a copy that runs. */
const TAKEN_WITHIN_MS = 3_000;

export const queues: Check = {
  name: "job queues",
  async *find({ db }) {
    for (const name of await missingQueues(db)) {
      const mend = () => db.connection().execute((session) => installQueues(session));
      yield { what: `the job queue ${name} is missing`, mend };
    }
  },
};

export const schedules: Check = {
  name: "job schedules",
  async *find(deps) {
    const { db } = deps;
    const { rows } = await sql<{ name: string }>`
      select concat_ws(' ', name, timezone, cron) as name from pgboss.schedule`.execute(db);
    const there = new Set(rows.map(({ name }) => name));
    for (const [name, { schedule: cron }] of Object.entries(jobHandlers(deps))) {
      if (cron === undefined || there.has(`${name} ${TIME_ZONE} ${cron}`) || !isQueue(name))
        continue;
      const mend = () => schedule(db, name, cron);
      yield { what: `the job ${name} is not scheduled for ${JSON.stringify(cron)}`, mend };
    }
  },
};

/** Rows that wait for a job of their own, which a restore of the tables alone leaves behind. */
export const jobsOfRows: Check = {
  name: "requests without a job",
  async *find({ db }) {
    for (const { id: userId } of await withoutJob(db, "account", ACCOUNTS)) {
      const mend = () =>
        db.transaction().execute((trx) => sendJob(trx, "account", { userId: String(userId) }));
      yield { what: `the account of user ${userId} waits for a job that is missing`, mend };
    }
  },
};

const ACCOUNTS = sql`select user_id as id, jsonb_build_object('userId', user_id) as data
  from identity_outbox`;

async function withoutJob(db: Kysely<Tables>, queue: string, waiting: typeof ACCOUNTS) {
  const { rows } = await sql<{ id: string | number }>`
    select id from (${waiting}) as waiting where not exists (
      select from pgboss.job j
      where j.name = ${queue} and j.state < 'completed' and j.data = waiting.data)
    order by id`.execute(db);
  return rows;
}

/** Rows that a running copy takes within a second, without a job. */
export const untaken: Check = {
  name: "requests that no copy takes",
  async *find(deps) {
    const { db } = deps;
    const before = await waitingRows(db);
    if (before.size === 0) return;
    await setTimeout(TAKEN_WITHIN_MS);
    const after = await waitingRows(db);
    for (const what of before) {
      if (!after.has(what)) continue;
      const mend = what.startsWith("alert")
        ? () => evaluateRequests(deps)
        : () => collectEvents(deps);
      yield { what, mend };
    }
  },
};

async function waitingRows(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ what: string }>`
    select format('alert request of organization %s has been evaluated by no copy, version %s',
      organization_id, version) as what from alert_requests
    union all
    select format('webhook event %s has been collected by no copy', event_id) from webhook_events`.execute(
    db,
  );
  return new Set(rows.map(({ what }) => what));
}
