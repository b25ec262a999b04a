import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { SAME_ORIGIN, suiteApi } from "../support/api.ts";
import { usualEngine } from "../support/database.ts";
import { databaseContent } from "../support/databaseContent.ts";
import { disguisedPaths } from "../support/disguisedPaths.ts";
import { perSuite } from "../support/perSuite.ts";
import { type RawRequest, sendRaw } from "../support/rawRequest.ts";
import type { WalkRequest } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { walkWorld } from "../support/walkWorld.ts";

const isMutation = ({ method }: RegisteredRoute) => !["GET", "HEAD"].includes(method);
const isRead = ({ method }: RegisteredRoute) => method === "GET";
const isApi = ({ url }: RegisteredRoute) => /^(\/admin)?\/api\//.test(url);

const CROSS_SITE = {
  "sec-fetch-site": "cross-site",
  origin: "https://evil.example",
  "content-type": "text/plain",
};

// Refused before anything asks the database, so one database is enough.
describe("the walk by paths that are not literally a route's", () => {
  const api = suiteApi(usualEngine, { parts: { jobPollSeconds: 3_600 } });
  const world = perSuite(() => walkWorld(api));
  let port: number;
  let credentials: Record<string, string>;
  let adminSession: string;

  beforeAll(async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = api.app.server.address() as AddressInfo);
    adminSession = await api.openSession(world.people.systemAdmin);
    credentials = {
      authorization: `Bearer ${await api.idToken(world.people.organizationAdmin)}`,
      cookie: adminSession,
    };
  });

  const rowOf = (route: RegisteredRoute) => {
    const row = routeTable.get(`${route.method} ${route.url}`);
    if (!row) throw new Error(`${route.method} ${route.url} has no row`);
    return row;
  };
  const allowedRequest = async (route: RegisteredRoute) =>
    rowOf(route).send(world, route.url.startsWith("/admin/") ? "systemAdmin" : "organizationAdmin");
  const raw = (
    { method }: RegisteredRoute,
    { url, body, headers = {} }: WalkRequest,
    sent: Record<string, string>,
  ): RawRequest => ({
    method,
    target: url,
    headers: Object.entries({ ...headers, ...credentials, ...sent }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  /** The answers to all disguises of a request that are not 404. */
  const problems = async (
    route: RegisteredRoute,
    request: WalkRequest,
    sent: Record<string, string>,
  ) => {
    const found: string[] = [];
    for (const url of disguisedPaths(request.url)) {
      const { status, headers } = await sendRaw(port, raw(route, { ...request, url }, sent));
      const answer = [status, headers.get("content-type"), headers.get("cache-control")];
      const notFound = [404, "application/problem+json; charset=utf-8", "no-store"];
      if (String(answer) !== String(notFound)) found.push(`${route.method} ${url}: ${answer}`);
    }
    return found;
  };

  it("refuses every mutation without effect, from our own page and from another site", async () => {
    const json = { "content-type": "application/json" };
    for (const route of api.app.registeredRoutes.filter(isApi).filter(isMutation)) {
      const request = await allowedRequest(route);
      const before = await databaseContent(api.db);
      expect(await problems(route, request, { ...SAME_ORIGIN, ...json })).toEqual([]);
      expect(await problems(route, request, CROSS_SITE)).toEqual([]);
      expect(await databaseContent(api.db), route.url).toEqual(before);
    }
  });

  it("refuses every read, as JSON even to a browser that would take a page", async () => {
    const asPage = { accept: "text/html", "sec-fetch-mode": "navigate" };
    for (const route of api.app.registeredRoutes.filter(isApi).filter(isRead)) {
      if (route.endpoint?.stream) continue;
      const request = await allowedRequest(route);
      expect(await problems(route, request, asPage)).toEqual([]);
    }
  });

  it("takes effect for the letter of the path, so that the walk shows something", async () => {
    const route = { method: "POST", url: "/admin/api/v1/contracts/:id/reinstate" };
    const request = await allowedRequest({ ...route, access: "contract.manage" });
    const before = await databaseContent(api.db);
    const { status } = await sendRaw(port, {
      method: "POST",
      target: request.url,
      headers: Object.entries({ ...credentials, ...SAME_ORIGIN }),
    });
    expect(status).toBe(200);
    expect(await databaseContent(api.db)).not.toEqual(before);
  });

  it("treats encoded parameters as the same request under an Idempotency-Key", async () => {
    const route = { method: "POST", url: "/admin/api/v1/contracts/:id/terminate" };
    const { url, body } = await allowedRequest({ ...route, access: "contract.manage" });
    const encoded = url.replace(/\d(?=\/terminate)/, (digit) => `%3${digit}`);
    const answers = [encoded, url].map((target) =>
      sendRaw(port, {
        method: "POST",
        target,
        headers: Object.entries({
          ...credentials,
          ...SAME_ORIGIN,
          "content-type": "application/json",
          "idempotency-key": "one-termination",
        }),
        body: JSON.stringify(body),
      }),
    );
    const [first, second] = await Promise.all(answers);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.text).toBe(first?.text);
  });
});
