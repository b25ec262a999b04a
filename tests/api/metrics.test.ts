import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { POOL_SIZE } from "../../server/db/poolSizes.ts";
import { CredentialRefusedError } from "../../server/identity/identity.ts";
import { sendJob } from "../../server/jobs/queues.ts";
import { openLogOutput } from "../../server/log/logOutput.ts";
import { metricsText, serveMetrics } from "../../server/metrics/metricsServer.ts";
import { requestAccount } from "../../server/modules/people/accounts/requestAccount.ts";
import { packageVersion } from "../../server/release.ts";
import { suiteApi, type TestApi, testApi } from "../support/api.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase, describePostgres, usualEngine } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { listening } from "../support/eventStream.ts";
import { freePort } from "../support/freePort.ts";
import { gate } from "../support/gate.ts";
import { scrape, sumOf } from "../support/metrics.ts";
import { perSuite } from "../support/perSuite.ts";
import { urlOf } from "../support/postgresTemplate.ts";
import { aReceiver } from "../support/receiver.ts";
import { sampleAreas } from "../support/sampleRoutes.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { smtpServer } from "../support/smtpServer.ts";
import { newUser, USERS } from "../support/userRequests.ts";
import { aDelivery, aWebhook } from "../support/webhooks.ts";

/** What the tests of this file have seen change. */
const moved = new Set<string>();

/** Expects `act` to change the sum of the series, by as much if that is given. */
async function moves(
  api: TestApi,
  [name, labels = {}]: [name: string, labels?: Record<string, string>],
  act: () => Promise<unknown>,
  by?: number,
): Promise<void> {
  const before = sumOf(await scrape(api), name, labels);
  await act();
  await vi.waitFor(
    async () => {
      const difference = sumOf(await scrape(api), name, labels) - before;
      if (by === undefined) expect(difference).toBeGreaterThan(0);
      else expect(difference).toBe(by);
    },
    { timeout: 20_000, interval: 100 },
  );
  moved.add(name.replace(/_count$/, ""));
}

/** Nothing but time. */
const passing = async () => {};

describe("metrics of a server", () => {
  const emulator = emulatorOfFile();
  const smtp = perSuite(() => smtpServer());
  const api = suiteApi(usualEngine, () => ({
    identityService: emulator.identity(),
    env: { SMTP_URL: smtp.url },
    parts: { jobPollSeconds: 0.5 },
  }));
  let organizationId: number;

  beforeAll(async () => {
    organizationId = await api.anOrganization();
  });

  it("measure requests by the template of their route", async () => {
    const admin = api.asSystemAdmin();
    await admin.get("/admin/api/v1/contracts");
    const labels = { route: "/admin/api/v1/organizations/:id", method: "GET", status: "200" };
    const name = "ki_http_request_duration_seconds_count";
    const path = `/admin/api/v1/organizations/${organizationId}`;
    await moves(api, [name, labels], () => admin.get(path), 1);
    const unknown = { route: "none", status: "404" };
    await moves(api, [name, unknown], () => admin.get("/api/v1/none/such"), 1);
    expect(await metricsText(api.app.readings)).not.toContain(path);
  });

  it("count refusals by the code of their problem", async () => {
    const labels = { reason: "UNAUTHENTICATED" };
    await moves(
      api,
      ["ki_requests_refused_total", labels],
      () => api.anonymous.get("/api/v1/users/me"),
      1,
    );
  });

  it("measure calls of the identity service by their result", async () => {
    const { identity } = api;
    const name = "ki_identity_call_duration_seconds_count";
    const ping = { call: "ping", result: "answered" };
    await moves(api, [name, ping], () => identity.ping(), 1);
    const refused = { call: "updateUser", result: "refused" };
    const unknown = () => identity.updateUser("nobody", { disabled: true }).catch(() => {});
    await moves(api, [name, refused], unknown, 1);
  });

  it("count usage events by their result", async () => {
    await aContract(api.db, { organizationId, startDate: "2020-01-01", endDate: "2099-12-31" });
    const service = withKey(api, (await aServiceKey(api)).key);
    const event = {
      eventId: "metrics-1",
      organizationId,
      occurredAt: new Date().toISOString(),
      seconds: 60,
    };
    const report = () => service.post("/api/v1/usage-events", { events: [event] });
    await moves(api, ["ki_usage_events_total", { result: "recorded" }], report, 1);
    await moves(api, ["ki_usage_events_total", { result: "duplicate" }], report, 1);
  });

  it("show what waits for a job, and then what jobs and tasks have done", async () => {
    const receiver = await aReceiver();
    const webhookId = await aWebhook(api, { url: receiver.url });
    const deliver = async () => {
      await aDelivery(api, { webhookId, organizationId });
    };
    // What a process leaves that is killed after the commit.
    const { userId } = await api.aUser({ organizationId });
    const invite = () =>
      api.db.transaction().execute((trx) => requestAccount(trx, userId, { mails: true }));
    await moves(api, ["ki_outbox_pending", { outbox: "webhookDeliveries" }], deliver, 1);
    await moves(api, ["ki_outbox_oldest_seconds", { outbox: "webhookDeliveries" }], passing);
    await moves(api, ["ki_outbox_pending", { outbox: "accounts" }], invite, 1);
    await moves(api, ["ki_outbox_oldest_seconds", { outbox: "accounts" }], passing);
    await moves(api, ["ki_queue_jobs", { queue: "alertMail" }], requestMail, 1);
    await moves(api, ["ki_queue_oldest_seconds", { queue: "alertMail" }], passing);

    const start = () => api.app.jobs.start();
    const mailed = ["ki_mails_total", { kind: "alert", result: "sent" }] as const;
    const invited = ["ki_mails_total", { kind: "invitation", result: "sent" }] as const;
    await moves(api, [...invited], () => moves(api, [...mailed], start, 1), 1);

    const runTasks = () => api.app.runScheduledTasks();
    const delivered = ["ki_webhook_deliveries_total", { result: "delivered" }] as const;
    await moves(api, [...delivered], runTasks, 1);
    expect(receiver.messages).toHaveLength(1);
    await receiver.close();
    const failed = ["ki_webhook_deliveries_total", { result: "failed" }] as const;
    await moves(api, [...failed], () => deliver().then(runTasks), 1);
    const undelivered = ["ki_outbox_oldest_seconds", { outbox: "webhookUndelivered" }] as const;
    await moves(api, [...undelivered], passing);
    const evaluated = { task: "evaluate alerts", result: "succeeded" };
    await moves(api, ["ki_task_runs_total", evaluated], runTasks, 1);
    const last = { task: "evaluate alerts" };
    await moves(api, ["ki_task_last_success_timestamp_seconds", last], runTasks);
  });

  it("count the lines of the log that could not be written", async () => {
    const output = openLogOutput(() => {
      throw new Error("no space left");
    });
    await moves(api, ["ki_log_lines_lost_total"], async () => output.write("一\n"), 1);
  });

  it("show the open streams of each area", async () => {
    const people = await listening(api);
    const user = await api.aUser({ organizationId });
    const labels = { area: "staff" };
    let stream: Awaited<ReturnType<typeof people.staff>> | undefined;
    const open = async () => {
      stream = await people.staff(user);
    };
    await moves(api, ["ki_event_streams", labels], open, 1);
    await moves(api, ["ki_event_streams", labels], async () => stream?.close(), -1);
  });

  it("show the state of each part that the server needs", async () => {
    const fails = vi.spyOn(api.identity, "ping");
    const labels = { part: "identity", state: "refused" };
    const refuse = async () => {
      fails.mockRejectedValue(new CredentialRefusedError("FIREBASE_API_KEY: refused"));
    };
    await moves(api, ["ki_part_state", { part: "identity", state: "ready" }], passing, 0);
    await moves(api, ["ki_part_state", labels], refuse, 1);
    expect(sumOf(await scrape(api), "ki_part_state")).toBe(3);
    fails.mockRestore();
  });

  it("show how far the clock of this machine is behind that of the database", async () => {
    const behind = async () => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
    };
    await moves(api, ["ki_clock_offset_seconds"], behind);
    expect(sumOf(await scrape(api), "ki_clock_offset_seconds")).toBeCloseTo(600, 0);
    vi.useRealTimers();
  });

  it("show how old the oldest day without a seal is", async () => {
    const name = "ki_audit_seal_age_seconds";
    await api.asSystemAdmin().post(USERS, newUser({ organizationId }));
    const age = () =>
      sql`
      update audit_events set occurred_at = occurred_at - interval '3 days'
      where organization_id = ${organizationId}`.execute(api.db);
    await moves(api, [name], age);
    const days = sumOf(await scrape(api), name) / 86_400;
    expect(days).toBeGreaterThanOrEqual(2);
    expect(days).toBeLessThan(3);
    const seal = () => api.db.transaction().execute((trx) => sendJob(trx, "sealAudit", {}));
    await seal();
    await vi.waitFor(async () => expect(sumOf(await scrape(api), name)).toBe(0), {
      timeout: 20_000,
    });
  });

  async function requestMail(): Promise<void> {
    const admin = await api.aUser({ organizationId, isOrganizationAdmin: true });
    const { rows } = await sql<{ alert_id: number }>`
      insert into alerts (organization_id, contract_id, kind, message, raised_at)
      select organization_id, contract_id, 'CAP_80', '80%に達しました', now() from contracts
      where organization_id = ${organizationId} returning alert_id`.execute(api.db);
    const alertIds = rows.map(({ alert_id }) => alert_id);
    await api.db
      .transaction()
      .execute((trx) => sendJob(trx, "alertMail", { userId: admin.userId, alertIds }));
  }
});

describe("metrics of requests", () => {
  const held = gate();
  const api = suiteApi(usualEngine, {
    parts: {
      areas: sampleAreas({ beforeWrite: () => held.passed, writes: 0 }),
      takesEverything: false,
      load: { lateMs: Number.POSITIVE_INFINITY, waitMs: 2_000, ownWaitMs: 2_000 },
    },
  });

  it("show those at work, those that wait for them, and those that were shed", async () => {
    const organizationId = await api.anOrganization();
    const user = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    let names = 0;
    let answers: Promise<unknown>[] = [];
    const send = async (count: number) => {
      answers = Array.from({ length: count }, () => {
        names += 1;
        return user.post("/api/v1/samples", { name: `名前${names}` });
      });
    };
    const name = "ki_requests_shed_total";
    const before = sumOf(await scrape(api), name, { reason: "places_of_caller" });
    await moves(api, ["ki_requests_at_work"], () => send(10), 8);
    await vi.waitFor(async () => expect(sumOf(await scrape(api), "ki_requests_waiting")).toBe(2));
    moved.add("ki_requests_waiting");
    await vi.waitFor(
      async () => {
        const shed = sumOf(await scrape(api), name, { reason: "places_of_caller" });
        expect(shed - before).toBe(2);
      },
      { timeout: 20_000 },
    );
    moved.add(name);
    held.open();
    await Promise.all(answers);
    const lines = api.log.map((line) => JSON.parse(line)).filter(({ shed }) => shed);
    expect(lines).toMatchObject(
      Array(2).fill({ status: 429, code: "TOO_MANY_AT_ONCE", shed: "places_of_caller" }),
    );
    expect(sumOf(await scrape(api), "ki_requests_at_work")).toBe(0);
  });
});

describeDatabase("metrics of the database", (engine) => {
  it("name the newest migration, and say when nothing answers", async () => {
    const api = await testApi(engine);
    const { rows } = await sql<{ name: string }>`
      select name from schema_migrations order by name desc limit 1`.execute(api.db);
    const [migration] = rows;
    const samples = await scrape(api);
    const build = samples.find(({ name }) => name === "ki_build_info");
    expect(build?.labels).toEqual({
      version: packageVersion(),
      schema: migration?.name.replace(".sql", ""),
    });
    expect(sumOf(samples, "ki_database_up")).toBe(1);
    const away = "ki_database_round_trip_seconds";
    expect(sumOf(samples, away)).toBeGreaterThan(0);
    moved.add(away);
    await api.database.close();
    await vi.waitFor(async () => expect(sumOf(await scrape(api), "ki_database_up")).toBe(0), {
      timeout: 20_000,
      interval: 200,
    });
    const without = await scrape(api);
    expect(without.filter(({ name }) => name === "ki_outbox_pending")).toEqual([]);
    moved.add("ki_database_up").add("ki_build_info");
    await api.app.close();
  });
});

describePostgres("metrics of a busy pool", () => {
  it("show who waits for a connection while ten rows are held", async () => {
    const api = await testApi("postgres");
    const admin = api.asSystemAdmin();
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => api.anOrganization(`待機株式会社${n}`)),
    );
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = urlOf(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
    const holder = await openDatabase({ kind: "postgres", url, patient: true });
    const [holding, end] = [gate(), gate()];
    const held = holder.db.transaction().execute(async (trx) => {
      await sql`select from organizations where organization_id = any(${ids}) for update`.execute(
        trx,
      );
      holding.open();
      await end.passed;
    });
    await holding.passed;
    let answers: Promise<unknown>[] = [];
    const write = async () => {
      answers = [...ids, ...ids].map((id) =>
        admin.patch(
          `/admin/api/v1/organizations/${id}`,
          { organizationName: "変更株式会社" },
          { "if-match": "*" },
        ),
      );
    };
    await moves(api, ["ki_database_pool_waiting", { pool: "main" }], write);
    const samples = await scrape(api);
    expect(sumOf(samples, "ki_database_pool_connections", { pool: "main" })).toBe(POOL_SIZE);
    expect(sumOf(samples, "ki_database_up")).toBe(1);
    const released = async () => {
      end.open();
      await Promise.all([held, ...answers]);
    };
    await moves(api, ["ki_database_pool_idle", { pool: "main" }], released);
    moved.add("ki_database_pool_connections");
    await holder.close();
    await api.close();
  });
});

const operations = new URL("../../docs/operations/", import.meta.url);
const deploy = new URL("../../deploy/", import.meta.url);
const suffixes = /_(bucket|sum|count)$/;

describe("the documents about metrics", () => {
  const api = suiteApi(usualEngine);
  let known: Set<string>;

  beforeAll(async () => {
    const close = await serveMetrics(await freePort(), api.app.readings, api.app.log);
    const text = await metricsText(api.app.readings);
    known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = ""]) => name));
    await close();
  });

  const namesIn = (text: string) =>
    new Set((text.match(/\bki_\w+/g) ?? []).map((name) => name.replace(suffixes, "")));
  const ofProcess = (name: string) => /^ki_(process|nodejs)_/.test(name);

  it("list each series that a server has, and no other", async () => {
    const listed = namesIn(await readFile(new URL("metrics.md", operations), "utf8"));
    expect([...listed].filter((name) => !ofProcess(name)).sort()).toEqual(
      [...known].filter((name) => !ofProcess(name)).sort(),
    );
  });

  it("list only what the tests above have seen move", async () => {
    const unseen = [...known]
      .filter((name) => !ofProcess(name))
      .filter((name) => !moved.has(name.replace(suffixes, "")));
    // Without PostgreSQL there is no pool that could be busy.
    expect(process.env.TEST_DATABASE_URL ? unseen : []).toEqual([]);
  });

  it("explain each alert by its name", async () => {
    const rules = await readFile(new URL("prometheus/alerts.yml", deploy), "utf8");
    const page = await readFile(new URL("metrics.md", operations), "utf8");
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
    expect(alerts.length).toBeGreaterThan(20);
    expect(alerts.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each(["prometheus/alerts.yml", "grafana/dashboard.json"])(
    "use in %s no series that does not exist",
    async (file) => {
      const used = namesIn(await readFile(new URL(file, deploy), "utf8"));
      expect(used.size).toBeGreaterThan(5);
      expect([...used].filter((name) => !known.has(name))).toEqual([]);
    },
  );
});
