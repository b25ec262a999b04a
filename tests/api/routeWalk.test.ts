import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Role } from "../../domain/access.ts";
import { successStatus } from "../../domain/api/endpoint.ts";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { describeEachEngine } from "../support/database.ts";
import { documentedAnswers } from "../support/documentedAnswers.ts";
import { perSuite } from "../support/perSuite.ts";
import { sendTo } from "../support/routeRequests.ts";
import {
  type RouteRow,
  UNKNOWN_ID,
  type WalkRequest,
  type WalkWorld,
} from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { aDirectory } from "../support/scim.ts";
import { aServiceKey, SHARED_SCOPES, withKey } from "../support/serviceKeys.ts";
import {
  FOR_PROVIDER_ALONE,
  type Seen,
  type Walker,
  walkers,
  walkWorld,
} from "../support/walkWorld.ts";

/** relay.test.ts covers the calls that go to the embedded emulator. */
const RELAYED =
  /^\/(identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com|emulator\/auth)\//;

/** Fields of the admin area, columns of the database, and a text that is in such fields only. */
const INTERNAL = new RegExp(
  `"(memo|terminationReason|[a-z]+(_[a-z]+)+|\\w*(Hash|Key))":|${FOR_PROVIDER_ALONE}`,
);

const FORBIDDEN = "この操作を行う権限がありません。";

/** Directories know errors in SCIM's form alone. */
const isOfDirectory = ({ url }: RegisteredRoute) => url.startsWith("/scim/v2/");
const refusalOf = (route: RegisteredRoute) =>
  isOfDirectory(route)
    ? { status: "403", detail: FORBIDDEN }
    : { code: "FORBIDDEN", message: FORBIDDEN };

type Area = "staffArea" | "adminArea";

const walked = ({ url }: RegisteredRoute) => !RELAYED.test(url);

/** HEAD is GET without the body. */
const rowOf = (route: RegisteredRoute) =>
  routeTable.get(`${route.method === "HEAD" ? "GET" : route.method} ${route.url}`);

/** In the walk: the admin area, the staff area, and what is public. */
function placeOf(route: RegisteredRoute): number {
  if (rowOf(route)?.may === "anyone") return 2;
  return route.url.startsWith("/admin/") ? 0 : 1;
}

const successOf = ({ endpoint }: RegisteredRoute) => (endpoint ? successStatus(endpoint) : 200);

function isAdmitted({ may, key }: RouteRow, seen: Seen): boolean {
  if (may === "anyone") return true;
  if (seen === "unknown") return false;
  if (typeof seen === "string") return may.includes(seen);
  return seen.some((scope) => scope === key?.scope);
}

function expectedStatus(route: RegisteredRoute, row: RouteRow, seen: Seen) {
  if (isAdmitted(row, seen)) return successOf(route);
  return seen === "unknown" ? 401 : 403;
}

/** A walker without a role sends what staff would. */
function senderOf(row: RouteRow, seen: Seen): Role | "key" {
  if (typeof seen !== "string" && row.key?.send) return "key";
  return typeof seen === "string" && seen !== "unknown" ? seen : "staff";
}

function requestOf(row: RouteRow, world: WalkWorld, walker: Walker, area: Area) {
  const sender = senderOf(row, walker[area]);
  if (sender === "key" && row.key?.send) return row.key.send(world);
  return row.send(world, sender === "key" ? "staff" : sender, walker.users?.[area]);
}

/** What a walker was answered at a route. */
interface Step {
  route: RegisteredRoute;
  row: RouteRow;
  walker: Walker;
  seen: Seen;
  answer: Answer;
}

async function walkAll(
  routes: readonly RegisteredRoute[],
  everybody: readonly Walker[],
  world: WalkWorld,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const route of routes) {
    const row = rowOf(route);
    if (!row) continue;
    const area = route.url.startsWith("/admin/") ? "adminArea" : "staffArea";
    const step = async (walker: Walker, request: WalkRequest) => {
      const answer = await sendTo(walker.client, route, request);
      steps.push({ route, row, walker, seen: walker[area], answer });
    };
    const isRefused = (walker: Walker) => !isAdmitted(row, walker[area]);
    // What is refused changes nothing, so that all of a kind send the same request, at once.
    const requests = new Map<Role | "key", WalkRequest>();
    const refused = everybody.filter(isRefused);
    for (const walker of refused) {
      const sender = senderOf(row, walker[area]);
      if (!requests.has(sender)) requests.set(sender, await requestOf(row, world, walker, area));
    }
    const requestFor = (walker: Walker) => requests.get(senderOf(row, walker[area])) ?? { url: "" };
    await Promise.all(refused.map((walker) => step(walker, requestFor(walker))));
    for (const walker of everybody.filter((one) => !isRefused(one)))
      await step(walker, await requestOf(row, world, walker, area));
  }
  return steps;
}

/** A problem without its request id, which always differs. */
function answered({ status, body }: Answer) {
  return { status, body: { ...z.looseObject({}).parse(body), requestId: "" } };
}

describeEachEngine("the walk over all routes", "every endpoint", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => walkWorld(api));
  let everybody: Walker[];
  let routes: RegisteredRoute[];
  let walk: Promise<Step[]> | undefined;

  beforeAll(async () => {
    everybody = await walkers(world);
    // What is noted in the admin area could then show in the staff area. Public ones last: one of
    // them ends the session of its caller.
    routes = api.app.registeredRoutes.filter(walked).toSorted((a, b) => placeOf(a) - placeOf(b));
  });

  /** Everybody at every route, once for all tests. */
  const answers = () => {
    walk ??= walkAll(routes, everybody, world);
    return walk;
  };

  it("knows every route, and no route that is not there", () => {
    const registered = routes
      .filter((route) => route.method !== "HEAD")
      .map((route) => `${route.method} ${route.url}`);
    expect(registered.toSorted()).toEqual([...routeTable.keys()].toSorted());
  });

  it("finds no relayed route but the three paths to the emulator", () => {
    const urls = api.app.registeredRoutes.filter((route) => !walked(route)).map(({ url }) => url);
    expect(new Set(urls).size).toBe(3);
  });

  it("admits everybody where they may and nobody elsewhere, as the document says", async () => {
    const undocumented = documentedAnswers((await api.anonymous.get("/api/openapi.json")).body);
    const wrong: string[] = [];
    for (const { route, row, walker, seen, answer } of await answers()) {
      const expected = expectedStatus(route, row, seen);
      wrong.push(...[undocumented(route, answer) ?? []].flat());
      const what = `${walker.name}: ${route.method} ${route.url}`;
      if (answer.status === expected) {
        if (expected === 403 && route.method !== "HEAD")
          expect(answer.body, what).toMatchObject(refusalOf(route));
        continue;
      }
      wrong.push(`${what} is ${answer.status}, not ${expected}: ${answer.text}`);
    }
    expect(wrong).toEqual([]);
  });

  it("answers 404 to unknown ids, and the very same to malformed and foreign ones", async () => {
    const member = api.as(world.people.organizationAdmin);
    const admin = api.asSystemAdmin(world.people.systemAdmin);
    const directory = aDirectory(api, world.own);
    for (const route of routes.filter(({ url }) => url.includes(":"))) {
      const client = route.url.startsWith("/admin/")
        ? admin
        : isOfDirectory(route)
          ? directory
          : member;
      const ids = await rowOf(route)?.elsewhere?.(world);
      if (!ids) throw new Error(`${route.url} has ids, but its row says nothing of unknown ones`);
      const unknown = await sendTo(client, route, ids.unknown);
      expect(unknown.status, route.url).toBe(404);
      if (route.method === "HEAD") continue;
      expect(unknown.body, route.url).toMatchObject(
        isOfDirectory(route) ? { status: "404" } : { code: "NOT_FOUND" },
      );
      for (const id of ["0", "x", "1.5", "1e3"]) {
        const url = ids.unknown.url.replace(`/${UNKNOWN_ID}`, `/${id}`);
        const malformed = await sendTo(client, route, { ...ids.unknown, url });
        expect(answered(malformed), `${route.method} ${url}`).toEqual(answered(unknown));
      }
      if (!ids.foreign) continue;
      expect(answered(await sendTo(client, route, ids.foreign)), route.url).toEqual(
        answered(unknown),
      );
    }
  });

  it("keeps from the staff area what the provider notes for itself", async () => {
    const found: string[] = [];
    for (const { route, row, walker, seen, answer } of await answers()) {
      if (!route.url.startsWith("/api/v1/")) continue;
      if (row.may === "anyone" || !isAdmitted(row, seen)) continue;
      expect(answer.status, `${walker.name}: ${route.url}`).toBe(successOf(route));
      const internal = INTERNAL.exec(answer.text);
      if (internal) found.push(`${walker.name}: ${route.method} ${route.url}: ${internal[0]}`);
    }
    expect(found).toEqual([]);
  });

  it("answers a bound key 404 for every organization but its own, known or not", async () => {
    const { own, foreign } = world;
    const { key } = await aServiceKey(api, {
      scopes: SHARED_SCOPES,
      organizationIds: [own.organizationId],
    });
    const client = withKey(api, key);
    const forKeys = routes.filter(
      (route) => route.method !== "HEAD" && rowOf(route)?.key && !isOfDirectory(route),
    );
    expect(forKeys.length).toBeGreaterThan(4);
    for (const route of forKeys) {
      const about = rowOf(route)?.key?.ofOrganization;
      if (!about) throw new Error(`${route.url} does not say what it tells of an organization`);
      const send = async (organizationId: number) =>
        sendTo(client, route, await about(organizationId, world));
      expect((await send(own.organizationId)).status, route.url).toBe(successOf(route));
      const unknown = await send(UNKNOWN_ID);
      expect(unknown.status, route.url).toBe(404);
      expect(answered(await send(foreign.organizationId)), route.url).toEqual(answered(unknown));
    }
  });

  it("has a foreign id for every route of the staff area that takes one", async () => {
    for (const route of routes.filter(({ url }) => /^\/api\/v1\/.*:/.test(url))) {
      const ids = await rowOf(route)?.elsewhere?.(world);
      expect(ids?.foreign, route.url).toBeDefined();
    }
  });
});
