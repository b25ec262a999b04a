import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actAsSystem } from "../../server/audit/acting.ts";
import { jobHandlers } from "../../server/jobHandlers.ts";
import { queryVariants } from "../support/queryVariants.ts";
import type { Role } from "../../domain/access.ts";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { type TestApi, testApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { sendTo } from "../support/routeRequests.ts";
import type { WalkWorld } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { sqlTemplates } from "../support/sqlTemplates.ts";
import { TENANT_TABLES } from "../support/tenantTables.ts";
import { executedStatements } from "../support/touchedPartitions.ts";
import { walkWorld } from "../support/walkWorld.ts";

const roles = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

describePostgres("the walk over all statements", () => {
  let api: TestApi;
  let world: WalkWorld;

  beforeAll(async () => {
    api = await testApi("postgres");
    world = await walkWorld(api);
  });
  afterAll(() => api.close());

  const clientOf = (role: Role, url: string) =>
    url.startsWith("/admin/")
      ? api.asSystemAdmin(world.people.systemAdmin)
      : api.as(world.people[role]);

  it("walks", async () => {
    const wrong: string[] = [];
    const routes = api.app.registeredRoutes.filter(
      ({ endpoint, method }) => endpoint && method !== "HEAD",
    );
    const bySession = (route: RegisteredRoute) => Number(route.url.endsWith("/session"));
    for (const route of routes.toSorted((a, b) => bySession(a) - bySession(b))) {
      const row = routeTable.get(`${route.method} ${route.url}`);
      if (!row) continue;
      for (const role of roles.filter((one) => row.may === "anyone" || row.may.includes(one)).slice(0, 1)) {
        for (const send of [row.send, row.logged].filter((one) => one !== undefined)) {
          const client = clientOf(role, route.url);
          const request = await send(world, role);
          const { status, text } = await sendTo(client, route, request);
          if (status >= 300) wrong.push(`${route.method} ${route.url} ${status} ${text}`);
          const query = route.endpoint?.query;
          if (route.method !== "GET" || !query) continue;
          for (const variant of queryVariants(query)) {
            const url = new URL(request.url, "http://x"); 
            url.searchParams.set(variant.split("=")[0] ?? "", decodeURIComponent(variant.split("=")[1] ?? ""));
            const answer = await sendTo(client, route, { ...request, url: `${url.pathname}${url.search}` });
            if (answer.status >= 300) wrong.push(`${route.method} ${url} ${answer.status} ${answer.text}`);
          }
        }
      }
    }
    await api.app.runScheduledTasks();
    const { config, identity } = api;
    const database = api.database.product;
    if (!database) throw new Error("not watched");
    const { db } = database;
    const now = () => new Date(Date.now() + 3 * 86_400_000);
    const handlers = jobHandlers({ config, database, db, identity, now, accountWaitMs: undefined, log: api.app.log });
    for (const name of ["foldCounts", "alertsOfDay", "reconcileUsage", "sealAudit", "keepAuditMonths"] as const)
      await actAsSystem(name, () => handlers[name].run([{}]));
    expect(wrong).toEqual([]);
  });
  it("all", () => {
    const sources = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".ts"));
    const names = new RegExp(`\\b(?:${TENANT_TABLES.join("|")})\\b`, "i");
    const executed = [...executedStatements].map((s) => s.replaceAll('"', ""));
    const missing: string[] = [];
    let n = 0;
    for (const file of sources) {
      for (const t of sqlTemplates([readFileSync(join("server", file), "utf8")])) {
        if (!names.test(t) || !/\b(select|insert|update|delete)\b/i.test(t)) continue;
        n++;
        const parts = t.replaceAll('"', "").split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((p) => p.trim()).filter((p) => p.length > 3);
        if (!executed.some((e) => parts.every((p) => e.includes(p)))) missing.push(`${file}: ${t.slice(0, 200)}`);
      }
    }
    writeFileSync("/tmp/missing.txt", `${n}\n${executed.length}\n${missing.join("\n")}`);
    writeFileSync("/tmp/executed.txt", executed.join("\n"));
  });
});
