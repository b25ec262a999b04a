import { beforeAll, expect, it } from "vitest";
import { isNamedLikeSecret } from "../../domain/audit/kinds.ts";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { sendTo } from "../support/routeRequests.ts";
import type { RouteRow } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { walkWorld } from "../support/walkWorld.ts";

/** Who of those that may call a route sends its good case: the one with the most rights. */
const senders = ["systemAdmin", "organizationAdmin", "dictionaryAdmin", "staff"] as const;

const isLogged = ({ method, endpoint }: RegisteredRoute) =>
  endpoint !== undefined && method !== "HEAD" && (method !== "GET" || endpoint.file !== undefined);

/** What a request and its answer carry that nobody may read in the log, by its name. */
class Secrets {
  readonly all = new Map<string, Set<string>>();

  add(name: string, value: unknown): void {
    if (typeof value !== "string" || value === "") return;
    this.all.set(name, (this.all.get(name) ?? new Set()).add(value));
  }

  /** Of JSON: all that is named like a secret, and links, which are as good as a password. */
  addFrom(value: unknown): void {
    for (const [name, inner] of Object.entries(Object(value))) {
      if (name === "link" || isNamedLikeSecret(name)) this.add(name, inner);
      if (typeof inner === "object") this.addFrom(inner);
    }
  }
}

/** The names of all fields in JSON. */
function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return [...names, ...Object.values(value).flatMap(namesIn)];
}

describeDatabase("the audit log", (engine) => {
  const api = suiteApi(engine);
  const secrets = new Secrets();
  const world = perSuite(() => walkWorld(api));
  let routes: RegisteredRoute[];

  beforeAll(async () => {
    routes = api.app.registeredRoutes.filter(isLogged);
  });

  const clientOf = (role: (typeof senders)[number], url: string): ApiClient =>
    url.startsWith("/admin/")
      ? api.asSystemAdmin(world.people.systemAdmin)
      : api.as(world.people[role]);

  const rowOf = ({ method, url }: RegisteredRoute): RouteRow => {
    const row = routeTable.get(`${method} ${url}`);
    if (!row) throw new Error(`${method} ${url} has no row`);
    return row;
  };

  it("has an event of every write and every file, or the reason why there is none", async () => {
    const wrong: string[] = [];
    for (const route of routes) {
      const { endpoint, method, url } = route;
      const row = rowOf(route);
      const role = senders.find((one) => row.may === "anyone" || row.may.includes(one));
      if (!role || !endpoint) continue;
      const what = `${method} ${url}`;
      const client = clientOf(role, url);
      await client.get(url.startsWith("/admin/") ? "/admin/api/v1/me" : "/api/v1/users/me");
      const request = await (row.logged ?? row.send)(world, role);
      const before = await storedEvents(api.db);
      const { status, text, body, headers } = await sendTo(client, route, request);
      for (const sent of [await client.credentials(), request.headers ?? {}]) {
        const carried = ["authorization", "cookie", "x-lock-token"];
        for (const name of carried) secrets.add(name, sent[name]?.replace(/^\S+[ =]/, ""));
      }
      secrets.add("set-cookie", String(headers["set-cookie"] ?? "").split(/[=;]/)[1]);
      secrets.addFrom(request.body);
      secrets.addFrom(body);
      if (status >= 300) wrong.push(`${what} is ${status}: ${text}`);
      const events = (await storedEvents(api.db)).slice(before.length);
      const operations = events.map(({ operation }) => operation);
      const { audit } = endpoint;
      if (typeof audit === "object") {
        if (operations.length > 0) wrong.push(`${what} says that it leaves none: ${operations}`);
      } else if (audit === undefined || !operations.includes(endpoint.operationId)) {
        wrong.push(`${what} left ${operations.join(", ") || "no event"}`);
      }
      for (const event of events) {
        if (event.outcome !== "DONE") wrong.push(`${what} left a refusal`);
        if (event.actor_kind === "user" && !event.actor_name) wrong.push(`${what} has no actor`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("holds no key, token, password, cookie or link of any of these requests", async () => {
    const events = await storedEvents(api.db);
    const text = JSON.stringify(events);
    const leaked = [...secrets.all].flatMap(([name, values]) =>
      [...values].some((value) => text.includes(value)) ? [name] : [],
    );
    expect(leaked).toEqual([]);
    expect([...secrets.all.keys()]).toEqual(
      expect.arrayContaining([
        "authorization",
        "cookie",
        "idToken",
        "key",
        "link",
        "lockToken",
        "set-cookie",
        "x-lock-token",
      ]),
    );
    const named = events.flatMap(({ changes, counts }) => namesIn([changes, counts]));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(isNamedLikeSecret)).toEqual([]);
  });
});
