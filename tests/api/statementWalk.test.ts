import { expect, it } from "vitest";
import type { Role } from "../../domain/access.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { jobHandlers } from "../../server/background.ts";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { CITUS_RULES } from "../support/citusRules.ts";
import { describePostgres } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { queryVariants } from "../support/queryVariants.ts";
import { sendTo } from "../support/routeRequests.ts";
import type { RouteRow, WalkRequest } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { aDirectory } from "../support/scim.ts";
import { aServiceKey, SHARED_SCOPES, withKey } from "../support/serviceKeys.ts";
import { statementSteps } from "../support/statementSteps.ts";
import { executedStatements } from "../support/touchedPartitions.ts";
import { unexecuted } from "../support/unexecutedStatements.ts";
import { walkWorld } from "../support/walkWorld.ts";

/** The jobs that run by the clock, on what the requests have written. */
const DAILY_JOBS = [
  "foldCounts",
  "alertsOfDay",
  "proposalsOfDay",
  "reconcileUsage",
  "sealAudit",
  "keepAuditMonths",
  "housekeeping",
] as const;

const DAY_MS = 86_400_000;

const senders = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

/**
 * Sends every statement of the product to tables that are partitioned by organization, where a plan that
 * looks into the partitions of several organizations fails the run when the database is closed
 * (tests/support/touchedPartitions.ts).
 */
describePostgres("the walk over all statements", () => {
  const api = suiteApi("postgres");
  const world = perSuite(() => walkWorld(api));
  const key = perSuite(async () =>
    withKey(api, (await aServiceKey(api, { scopes: SHARED_SCOPES })).key),
  );
  const directory = perSuite(async () => aDirectory(api, world.own));
  const wrong: string[] = [];

  const clientOf = (role: Role, url: string) =>
    url.startsWith("/admin/")
      ? api.asSystemAdmin(world.people.systemAdmin)
      : api.as(world.people[role]);

  async function send(client: ApiClient, route: RegisteredRoute, request: WalkRequest) {
    const { status, text } = await sendTo(client, route, request);
    if (status >= 300) wrong.push(`${route.method} ${request.url} is ${status}: ${text}`);
  }

  /** The good case, and each value of each parameter; a list of another resource may be refused. */
  async function sendAll(client: ApiClient, route: RegisteredRoute, request: WalkRequest) {
    await send(client, route, request);
    const { query } = route.endpoint ?? {};
    if (route.method !== "GET" || !query) return;
    for (const [name, value] of queryVariants(query)) {
      const url = new URL(request.url, "http://localhost");
      url.searchParams.set(name, value);
      const answer = await client.get(`${url.pathname}${url.search}`);
      if (answer.status >= 500) wrong.push(`${url.pathname}${url.search}: ${answer.text}`);
    }
  }

  async function walk(route: RegisteredRoute, row: RouteRow) {
    const role = senders.find((one) => row.may === "anyone" || row.may.includes(one));
    if (role) {
      for (const request of [row.send, row.logged])
        if (request) await sendAll(clientOf(role, route.url), route, await request(world, role));
    }
    const ofKey =
      row.key?.send?.(world) ?? row.key?.ofOrganization?.(world.own.organizationId, world);
    if (ofKey) await sendAll(row.key?.scope === "scim" ? directory : key, route, await ofKey);
  }

  it("reaches every endpoint, with every parameter of its lists", async () => {
    const routes = api.app.registeredRoutes.filter(
      ({ endpoint, method, url }) => endpoint && method !== "HEAD" && !url.endsWith("/session"),
    );
    for (const route of routes) {
      const row = routeTable.get(`${route.method} ${route.url}`);
      if (row) await walk(route, row);
    }
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(statementSteps))("reaches %s", async (_, step) => step(world));

  it("reaches what runs by the clock", async () => {
    const { config, identity } = api;
    const { product } = api.database;
    if (!product) throw new Error("the product has no access of its own");
    await api.app.runScheduledTasks();
    const handlers = jobHandlers({
      config,
      database: product,
      db: product.db,
      identity,
      now: () => new Date(Date.now() + 3 * DAY_MS),
      accountWaitMs: undefined,
      log: api.app.log,
    });
    for (const name of DAILY_JOBS) await actAsSystem(name, () => handlers[name].run([{}]));
  });

  it("leaves out no statement but those that have a reason", () => {
    expect(unexecuted(executedStatements)).toEqual([]);
  });

  it.each(Object.entries(CITUS_RULES))("sends none that %s", (_, breaks) => {
    expect([...executedStatements].filter(breaks)).toEqual([]);
  });
});
