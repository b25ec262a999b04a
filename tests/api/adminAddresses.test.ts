import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAME_ORIGIN, SESSION, type TestApi, testApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { usualEngine } from "../support/database.ts";
import { suiteDirectory } from "../support/perSuite.ts";
import { signIn } from "../support/signIn.ts";

const OFFICE = "203.0.113.7";
const ELSEWHERE = "198.51.100.7";
const PROXY = "10.9.0.9";
const refused = {
  code: "ADDRESS_NOT_ALLOWED",
  message:
    "この接続元からは利用できません。許可されたネットワークから接続するか、管理者にお問い合わせください。",
};

describe("ADMIN_ALLOWED_ADDRESSES", () => {
  let api: TestApi;
  let cookie: string;
  const webRoot = suiteDirectory("ki-web-");

  beforeAll(async () => {
    mkdirSync(join(webRoot, "assets"));
    for (const kind of ["login", "action", "admin", "staff"]) {
      writeFileSync(join(webRoot, `${kind}.html`), `<title>${kind}</title>`);
    }
    api = await testApi(usualEngine, {
      env: {
        ADMIN_ALLOWED_ADDRESSES: "203.0.113.0/24, 127.0.0.1, 2001:db8::/32",
        TRUST_PROXY: PROXY,
      },
      parts: { webRoot },
    });
    const idToken = await signIn(api.identity, (await api.aUser()).email);
    const office = new ApiClient(api.app, async () => SAME_ORIGIN, OFFICE);
    const { headers } = await office.post(SESSION, { idToken });
    cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  });
  afterAll(() => api.close());

  const from = (address: string, headers: Record<string, string> = {}) =>
    new ApiClient(api.app, async () => ({ cookie, ...SAME_ORIGIN, ...headers }), address);

  it.each([OFFICE, `::ffff:${OFFICE}`, "2001:db8::7"])("lets %s in", async (address) => {
    expect((await from(address).get("/admin/api/v1/me")).status).toBe(200);
    expect((await from(address).get("/admin", { accept: "text/html" })).text).toContain("admin");
  });

  it.each([ELSEWHERE, `::ffff:${ELSEWHERE}`, "2001:db9::7"])(
    "refuses the API, its streams and new sessions from %s",
    async (address) => {
      const client = from(address);
      const idToken = await signIn(api.identity, (await api.aUser()).email);
      for (const answer of [
        await client.get("/admin/api/v1/me"),
        await client.get("/admin/api/v1/events"),
        await client.post(SESSION, { idToken }),
        await client.delete(SESSION),
      ]) {
        expect([answer.status, answer.body]).toMatchObject([403, refused]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
      expect((await from(OFFICE).get("/admin/api/v1/me")).status).toBe(200);
    },
  );

  it("answers the pages of the admin area by a sentence, and no other page", async () => {
    const client = from(ELSEWHERE);
    for (const page of ["/admin", "/admin/contracts"]) {
      const answer = await client.get(page, { accept: "text/html" });
      expect([answer.status, answer.text]).toEqual([403, refused.message]);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    }
    for (const page of ["/", "/app/login"]) {
      expect((await client.get(page, { accept: "text/html" })).status).toBe(200);
    }
  });

  it("does not concern the staff area and its programs", async () => {
    const member = await api.aUser({ organizationId: await api.anOrganization() });
    const authorization = `Bearer ${await api.idToken(member)}`;
    const client = from(ELSEWHERE, { authorization });
    expect((await client.get("/api/v1/users/me")).status).toBe(200);
    const program = from(ELSEWHERE, { authorization: "Bearer kis_unknown" });
    expect((await program.post("/api/v1/usage-events", {})).status).toBe(401);
  });

  it("goes by the address behind trusted proxies alone", async () => {
    const behind = (address: string) => ({ "x-forwarded-for": address });
    expect((await from(PROXY).get("/admin/api/v1/me", behind(OFFICE))).status).toBe(200);
    expect((await from(PROXY).get("/admin/api/v1/me", behind(ELSEWHERE))).status).toBe(403);
    expect((await from(ELSEWHERE).get("/admin/api/v1/me", behind(OFFICE))).status).toBe(403);
    expect((await from(PROXY).get("/admin/api/v1/me", behind("unknown"))).status).toBe(403);
  });
});
