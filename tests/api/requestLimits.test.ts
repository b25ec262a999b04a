import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limitsPerMinute } from "../../server/plugins/requestLimits.ts";
import { SAME_ORIGIN, SESSION, suiteApi } from "../support/api.ts";
import { type Answer, ApiClient } from "../support/apiClient.ts";
import { usualEngine } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";

const PROFILE = "/api/v1/users/me";
const CONFIG = "/config.json";

it("has the documented figures, in proportion", () => {
  expect(limitsPerMinute(1_200)).toEqual({
    user: 1_200,
    serviceKey: 6_000,
    address: 6_000,
    unauthenticated: 60,
    unknownInvitations: 1_200,
  });
  expect(limitsPerMinute(40)).toEqual({
    user: 40,
    serviceKey: 200,
    address: 200,
    unauthenticated: 2,
    unknownInvitations: 40,
  });
  expect(limitsPerMinute(1).unauthenticated).toBe(1);
});

describe("the limits on requests", () => {
  const api = suiteApi(usualEngine, {
    env: { RATE_LIMIT_PER_MINUTE: "40", TRUST_PROXY: "10.9.0.9" },
  });
  const user = perTest(async () => api.aUser({ organizationId: await api.anOrganization() }));

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  });
  afterEach(() => void vi.useRealTimers());

  const from = (address: string, headers: Record<string, string> = {}) =>
    new ApiClient(api.app, async () => headers, address);
  const asUser = async (address: string) =>
    from(address, { authorization: `Bearer ${await api.idToken(user)}` });
  const times = async (count: number, send: () => Promise<Answer>) => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < count; sent += 1) statuses.add((await send()).status);
    return [...statuses];
  };
  const aMinuteLater = () => vi.setSystemTime(Date.now() + 60_000);

  const isTooMany = ({ status, headers, body }: Answer) => {
    expect(status).toBe(429);
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(body).toMatchObject({
      code: "TOO_MANY_REQUESTS",
      message: `試行回数が上限に達しました。${seconds}秒後にお試しください。`,
    });
  };

  it("count the requests of one user from any address, and of nobody else", async () => {
    const [one, other] = [await asUser("10.9.0.1"), await asUser("10.9.0.2")];
    const first = await one.get(PROFILE);
    expect(first.headers).toMatchObject({
      "ratelimit-limit": "40",
      "ratelimit-remaining": "39",
      "ratelimit-reset": "60",
    });
    expect(await times(38, () => other.get(PROFILE))).toEqual([200]);
    expect((await one.get(PROFILE)).headers).toMatchObject({ "ratelimit-remaining": "0" });
    for (const client of [one, other]) isTooMany(await client.get(PROFILE));
    // Missing rights and a wrong body are not looked at any more.
    isTooMany(await one.patch(PROFILE, { nothing: true }));
    const colleague = api.as(await api.aUser({ organizationId: user.organizationId }));
    expect((await colleague.get(PROFILE)).status).toBe(200);
    aMinuteLater();
    expect((await one.get(PROFILE)).status).toBe(200);
  });

  it("count the requests of an address, and refuse them before the credential is read", async () => {
    const client = from("10.9.0.3");
    const first = await client.get(CONFIG);
    expect(first.headers).toMatchObject({ "ratelimit-limit": "200", "ratelimit-remaining": "199" });
    expect(await times(199, () => client.get(CONFIG))).toEqual([200]);
    const refused = await client.get(CONFIG);
    isTooMany(refused);
    expect(refused.headers).toMatchObject({ "ratelimit-limit": "200", "ratelimit-remaining": "0" });
    isTooMany(await from("10.9.0.3", { authorization: "Bearer wrong" }).get(PROFILE));
    expect((await from("10.9.0.4").get(CONFIG)).status).toBe(200);
    aMinuteLater();
    expect((await client.get(CONFIG)).status).toBe(200);
  });

  it("count no page, no file and no health check", async () => {
    const client = from("10.9.0.5");
    await times(201, () => client.get(CONFIG));
    const page = () => client.get("/dictionaries", { accept: "text/html" });
    expect((await client.get("/healthz")).status).toBe(200);
    expect((await client.get("/readyz")).status).toBe(200);
    expect((await page()).status).not.toBe(429);
    const fresh = from("10.9.0.6");
    await times(300, () => fresh.get("/healthz"));
    expect((await fresh.get(CONFIG)).headers).toMatchObject({ "ratelimit-remaining": "199" });
  });

  it("count a /64 network of IPv6 as one address, and a mapped IPv4 address as itself", async () => {
    for (const host of ["::1", "::2", "ffff::3"]) {
      await times(67, () => from(`2001:db8:1:2:${host}`.replace(":::", "::")).get(CONFIG));
    }
    isTooMany(await from("2001:db8:1:2:a:b:c:d").get(CONFIG));
    expect((await from("2001:db8:1:3::1").get(CONFIG)).status).toBe(200);
    await times(200, () => from("::ffff:10.9.0.7").get(CONFIG));
    isTooMany(await from("10.9.0.7").get(CONFIG));
    expect((await from("::ffff:10.9.0.8").get(CONFIG)).status).toBe(200);
  });

  it("count the address that a trusted proxy names", async () => {
    const through = (address: string) => from("10.9.0.9", { "x-forwarded-for": address });
    await times(200, () => through("192.0.2.1").get(CONFIG));
    isTooMany(await through("192.0.2.1").get(CONFIG));
    expect((await through("192.0.2.2").get(CONFIG)).status).toBe(200);
  });

  it("refuse guessed credentials, but not a signed-in user at the same address", async () => {
    const address = "10.9.0.10";
    const guess = () => from(address, { authorization: `Bearer ${Math.random()}` }).get(PROFILE);
    const nothing = () => from(address).get("/admin/api/v1/me");
    const signIn = (idToken: string) => from(address, SAME_ORIGIN).post(SESSION, { idToken });
    expect([(await guess()).status, (await nothing()).status]).toEqual([401, 401]);
    isTooMany(await guess());
    isTooMany(await nothing());
    isTooMany(await signIn("wrong"));
    expect((await (await asUser(address)).get(PROFILE)).status).toBe(200);
    expect((await signIn(await api.idToken(await api.aUser()))).status).toBe(204);
    expect((await from("10.9.0.11").get(PROFILE)).status).toBe(401);
    aMinuteLater();
    expect((await guess()).status).toBe(401);
  });

  it("remember a limited number of addresses", async () => {
    await times(200, () => from("10.9.0.12").get(CONFIG));
    isTooMany(await from("10.9.0.12").get(CONFIG));
    for (let host = 0; host < 10_000; host += 1) {
      await from(`172.16.${Math.floor(host / 250)}.${host % 250}`).get(CONFIG);
    }
    expect((await from("10.9.0.12").get(CONFIG)).status).toBe(200);
  });
});
