import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, expect, it, vi } from "vitest";
import type { Role } from "../../domain/access.ts";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { SAME_ORIGIN, suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";
import { formRequest } from "../support/formRequest.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import type { RouteRow, WalkRequest } from "../support/routeRow.ts";
import { routeTable } from "../support/routeTable.ts";
import { aServiceKey, revokeKey } from "../support/serviceKeys.ts";
import { walkWorld } from "../support/walkWorld.ts";

const PROFILE = "/api/v1/users/me";
const WRITES = ["POST", "PUT", "PATCH"];
/** A right is looked up again when a body took longer. */
const LONG_MS = 1_000;

interface SentHead {
  what: string;
  /** Sends the rest of the body; resolves to the status of the answer. */
  finish(): Promise<number>;
}

const payloadOf = async ({ body = {}, headers = {} }: WalkRequest) => {
  if (body instanceof FormData) {
    const form = await formRequest(body);
    return { payload: Buffer.from(form.payload), headers: { ...form.headers, ...headers } };
  }
  const json = { "content-type": "application/json", ...headers };
  return { payload: Buffer.from(JSON.stringify(body)), headers: json };
};

const longAfter = (since: number) =>
  vi.waitUntil(() => performance.now() > since + LONG_MS + 100, { timeout: 10_000 });

/** Over a connection of its own: the head and the first byte of the body. */
async function sendHead(
  address: string,
  route: RegisteredRoute,
  request: WalkRequest,
  credentials: Record<string, string>,
): Promise<SentHead> {
  const { payload, headers } = await payloadOf(request);
  const { hostname, port, host } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = once(socket, "close");
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    answer += part;
  });
  const all = {
    host,
    connection: "close",
    "content-length": String(payload.length),
    ...SAME_ORIGIN,
    ...headers,
    ...credentials,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${route.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  socket.write(payload.subarray(0, 1));
  return {
    what: `${route.method} ${route.url}`,
    finish: async () => {
      socket.write(payload.subarray(1));
      await closed;
      return Number(answer.split(" ")[1]);
    },
  };
}

describeDatabase("a body that arrives slowly", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => walkWorld(api));
  let address: string;
  let routes: { route: RegisteredRoute; row: RouteRow }[];

  beforeAll(async () => {
    address = (await listening(api)).address;
    routes = api.app.registeredRoutes.flatMap((route) => {
      const row = routeTable.get(`${route.method} ${route.url}`);
      const isWrite = WRITES.includes(route.method) && row && row.may !== "anyone";
      return isWrite && route.endpoint?.body ? [{ route, row }] : [];
    });
  });

  const isAdmin = ({ url }: RegisteredRoute) => url.startsWith("/admin/");
  const credentialsOf = async (user: TestUser, route: RegisteredRoute) =>
    isAdmin(route)
      ? { cookie: await api.openSession(user) }
      : { authorization: `Bearer ${await api.idToken(user)}` };

  /** A request that begins later is answered: by then the server knows who sent the heads. */
  const untilKnown = async (credentials: Record<string, string>, path: string) => {
    for (let again = 0; again < 2; again += 1) {
      const answer = await fetch(address + path, { headers: credentials });
      expect(answer.status).toBe(200);
    }
  };

  /** Starts every write that the role may do, and `butNot` another, as this user. */
  const startWrites = async (role: Role, user: TestUser, butNot?: Role) => {
    const theirs = routes.filter(
      ({ route, row }) =>
        row.may.includes(role) &&
        isAdmin(route) === (role === "systemAdmin") &&
        !(butNot && row.may.includes(butNot)),
    );
    const [first] = theirs;
    if (!first) throw new Error(`no write is open to ${role}`);
    const credentials = await credentialsOf(user, first.route);
    const heads = await Promise.all(
      theirs.map(async ({ route, row }) =>
        sendHead(address, route, await row.send(world, role), credentials),
      ),
    );
    await untilKnown(credentials, isAdmin(first.route) ? "/admin/api/v1/me" : PROFILE);
    return heads;
  };

  const change = (user: TestUser, columns: Record<string, unknown>) =>
    api.db.updateTable("users").set(columns).where("user_id", "=", user.userId).execute();

  /** The statuses that are not the expected one, once the bodies took long. */
  const othersThan = async (expected: number, heads: readonly SentHead[], since: number) => {
    await longAfter(since);
    const answers = await Promise.all(
      heads.map(async ({ what, finish }) => ({ what, status: await finish() })),
    );
    return answers.filter(({ status }) => status !== expected);
  };

  const member = (flags: object) =>
    api.aUser({ organizationId: world.own.organizationId, ...flags });

  it("writes nothing for a user who was disabled meanwhile", async () => {
    const roles: [Role, TestUser][] = [
      ["systemAdmin", await api.aUser()],
      ["organizationAdmin", await member({ isOrganizationAdmin: true })],
      ["dictionaryAdmin", await member({ isDictionaryAdmin: true })],
      ["staff", await member({})],
    ];
    for (const [role, user] of roles) {
      const heads = await startWrites(role, user);
      const since = performance.now();
      await change(user, { status: "DISABLED" });
      expect(await othersThan(401, heads, since), role).toEqual([]);
    }
  });

  it("writes nothing for a user who has lost the right meanwhile", async () => {
    const demoted = await member({ isDictionaryAdmin: true });
    const heads = await startWrites("dictionaryAdmin", demoted, "staff");
    const since = performance.now();
    await change(demoted, { is_dictionary_admin: false });
    expect(await othersThan(403, heads, since)).toEqual([]);
  });

  it("makes nobody a system admin for one who is none any more", async () => {
    const former = await api.aUser();
    const email = "heir@example.com";
    const route = routes.find(({ route }) => route.url === "/admin/api/v1/users");
    if (!route) throw new Error("the route is missing");
    const body = { email, userName: "後継 者", isSystemAdmin: true };
    const credentials = await credentialsOf(former, route.route);
    const url = "/admin/api/v1/users";
    const head = await sendHead(address, route.route, { url, body }, credentials);
    await untilKnown(credentials, "/admin/api/v1/me");
    const since = performance.now();
    await change(former, { is_system_admin: false, organization_id: world.own.organizationId });
    expect(await othersThan(403, [head], since)).toEqual([]);
    const heirs = await api.db.selectFrom("users").selectAll().where("email", "=", email).execute();
    expect(heirs).toEqual([]);
  });

  it("records nothing for a service key that was revoked meanwhile", async () => {
    const key = await aServiceKey(api);
    const credentials = { authorization: `Bearer ${key.key}` };
    // Those of a directory need a key of its own scope.
    const theirs = routes.filter(({ row, route }) => row.key && !route.url.startsWith("/scim/"));
    const heads = await Promise.all(
      theirs.map(async ({ route, row }) => {
        const request = await (row.key?.send ?? row.send)(world, "staff");
        return sendHead(address, route, request, credentials);
      }),
    );
    const limits = `/api/v1/contracts/limits?organizationId=${world.own.organizationId}`;
    await untilKnown(credentials, limits);
    expect(heads.length).toBeGreaterThan(0);
    const since = performance.now();
    await revokeKey(api, key);
    expect(await othersThan(401, heads, since)).toEqual([]);
  });

  it("writes what it says for everybody whose right still holds", async () => {
    const user = world.people.organizationAdmin;
    const heads = await startWrites("organizationAdmin", user);
    await longAfter(performance.now());
    const answers = await Promise.all(
      heads.map(async ({ what, finish }) => ({ what, status: await finish() })),
    );
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  });
});
