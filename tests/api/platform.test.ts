import fastify from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoints } from "../../domain/api/endpoint.ts";
import { buildApp } from "../../server/app.ts";
import type { AreaRoutes } from "../../server/context.ts";
import { implement } from "../../server/implement.ts";
import { access } from "../../server/plugins/access.ts";
import { suiteApi } from "../support/api.ts";
import { describeEachEngine, usualEngine } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { type SampleWorld, sampleAreas } from "../support/sampleRoutes.ts";

const SAMPLES = "/api/v1/samples";
const created = z.object({ id: z.int(), version: z.int() });

describeEachEngine("the platform", "errors", (engine) => {
  const world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
  const api = suiteApi(engine, { parts: { areas: sampleAreas(world) } });
  const anAdmin = async () =>
    api.aUser({ organizationId: await api.anOrganization(), isOrganizationAdmin: true });
  const admin = api.as(perSuite(anAdmin));
  const foreigner = api.as(perSuite(anAdmin));

  const aSample = async (name: string) => created.parse((await admin.post(SAMPLES, { name })).body);

  describe("problems", () => {
    it("are problem+json with a finished sentence and the request's id", async () => {
      const { status, headers, body } = await admin.get(`${SAMPLES}/999999`);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      expect(body).toEqual({
        type: "about:blank",
        title: "Not Found",
        status: 404,
        code: "NOT_FOUND",
        message: "該当データが見つかりませんでした。",
        requestId: headers["x-request-id"],
      });
    });

    it("say the same for an unknown, a malformed and another organization's id", async () => {
      const { id } = await aSample("他の組織");
      const ids = [id, 999_999, "abc", "0", "-1", "1.5", "1e3", "99999999999999999999", "%00"];
      for (const each of ids) {
        const { body } = await foreigner.get(`${SAMPLES}/${each}`);
        expect(body, String(each)).toMatchObject({
          status: 404,
          code: "NOT_FOUND",
          message: "該当データが見つかりませんでした。",
        });
      }
    });

    it.each([
      ["GET", "/api/v1/unknown"],
      ["GET", "/admin/api/v1/unknown"],
      ["POST", "/api/v1/unknown"],
      ["POST", "/admin/api/v1/unknown"],
      ["PUT", SAMPLES],
      ["DELETE", SAMPLES],
      ["GET", "/api"],
      ["GET", "/api/v2/samples"],
      ["OPTIONS", SAMPLES],
    ] as const)("answer 404 to %s %s, whatever was sent", async (method, url) => {
      const { status, body } = await api.anonymous.send(method, url, {
        headers: { accept: "text/html", "content-type": "application/json" },
        ...(method === "GET" || method === "OPTIONS" ? {} : { payload: "{ no json" }),
      });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: "NOT_FOUND" });
    });

    it("answer 400 to an address that cannot be decoded", async () => {
      const { status, body } = await admin.get(`${SAMPLES}/%E0%A4%A`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "BAD_REQUEST" });
    });

    it("answer 404 to an id that is too long to be one", async () => {
      expect((await admin.get(`${SAMPLES}/${"1".repeat(200)}`)).status).toBe(404);
    });

    it("say nothing of an unexpected error but its number in the log", async () => {
      const { status, headers, body, text } = await admin.post(`${SAMPLES}/broken`);
      expect(status).toBe(500);
      expect(body).toMatchObject({
        code: "INTERNAL",
        message: "サーバーエラーが発生しました。管理者にお問い合わせください。",
      });
      expect(text).not.toContain("internals");
      const line = api.log.find((each) => each.includes("FROM internals"));
      expect(line).toContain(String(headers["x-request-id"]));
    });

    it("map a constraint of the database to its code", async () => {
      await aSample("重複");
      const { status, body } = await admin.post(SAMPLES, { name: "重複" });
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: "NAME_EXISTS" });
    });
  });

  describe("bodies", () => {
    const send = (payload: string, headers: Record<string, string>) =>
      admin.send("POST", SAMPLES, { payload, headers });

    it("name all failing fields at once, nested ones by their path", async () => {
      const { status, body } = await admin.post(SAMPLES, {
        name: "十一文字の名前では長すぎる",
        period: { from: "x", until: 1 },
        extra: true,
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "VALIDATION_FAILED",
        message: "入力内容に不備があります。",
        errors: {
          name: "名前は10文字以内で入力してください。",
          "period.from": "整数で入力してください。",
          "period.to": "入力してください。",
          "period.until": "使用できない項目です。",
          extra: "使用できない項目です。",
        },
      });
    });

    it("name what is required if there is no body", async () => {
      const { status, body } = await admin.post(SAMPLES);
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: { name: "名前を入力してください。" } });
    });

    it.each(["[]", '"text"', "null", "1"])("refuse %s with 422", async (payload) => {
      const { status } = await send(payload, { "content-type": "application/json" });
      expect(status).toBe(422);
    });

    it.each(["{ no json", "", '{"__proto__":{"a":1}}', "{'name':'x'}"])(
      "refuse malformed JSON %s with 400",
      async (payload) => {
        const { status, body } = await send(payload, { "content-type": "application/json" });
        expect(status).toBe(400);
        expect(body).toMatchObject({ code: "BAD_REQUEST" });
      },
    );

    it.each([
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/xml" },
      { "content-type": "Multipart/Form-Data; boundary=x" },
      { "content-type": "" },
      { "content-type": "application/json", "content-encoding": "gzip" },
    ])("refuse %o with 415", async (headers) => {
      const { status, body } = await send('{"name":"x"}', headers);
      expect(status).toBe(415);
      expect(body).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
    });

    it.each([
      { "content-type": "Application/JSON; Charset=UTF-8" },
      { "content-type": "application/json", "content-encoding": "Identity" },
    ])(
      "are read with %o, because names of media types and codings have no case",
      async (headers) => {
        expect((await send('{"name":""}', headers)).status).toBe(422);
      },
    );

    it("refuse endless nesting like any other invalid body", async () => {
      const headers = { "content-type": "application/json" };
      const deep = `{"name":${"[".repeat(32_000)}${"]".repeat(32_000)}}`;
      expect((await send(deep, headers)).status).toBe(422);
      expect((await send("[".repeat(65_000), headers)).status).toBe(400);
    });

    it("refuse more than 64 kB with 413, which names the limit", async () => {
      const headers = { "content-type": "application/json" };
      const ofSize = (size: number) => `{"name":"${"x".repeat(size - 11)}"}`;
      expect((await send(ofSize(65_536), headers)).status).toBe(422);
      const { status, body } = await send(ofSize(65_537), headers);
      expect(status).toBe(413);
      expect(body).toMatchObject({
        code: "PAYLOAD_TOO_LARGE",
        message: "送信データが大きすぎます。64KB以内にしてください。",
      });
    });

    it("get an answer that names at most 20 unknown keys and is smaller than they are", async () => {
      const keys = Array.from({ length: 6_000 }, (_, index) => [`k${index}`, 1]);
      const { status, body, text } = await admin.post(SAMPLES, {
        name: "短い名前",
        period: { from: 1, to: "x", ...Object.fromEntries(keys.slice(0, 15)) },
        ...Object.fromEntries(keys),
      });
      expect(status).toBe(422);
      const { errors } = z.object({ errors: z.record(z.string(), z.string()) }).parse(body);
      expect(Object.keys(errors)).toHaveLength(21);
      expect(errors["period.to"]).toBe("整数で入力してください。");
      expect(text.length).toBeLessThan(3_000);
    });

    it("do not get an endless key sent back", async () => {
      const { status, text } = await admin.post(SAMPLES, {
        name: "短い",
        ["𠮷".repeat(10_000)]: 1,
      });
      expect(status).toBe(422);
      expect(text).toContain(`"${"𠮷".repeat(100)}…":"使用できない項目です。"`);
      expect(text.length).toBeLessThan(1_000);
    });

    it("are not accepted with DELETE, though a media type alone is", async () => {
      const { id } = await aSample("消す");
      const headers = { "content-type": "application/json" };
      const url = `${SAMPLES}/${id}`;
      expect((await admin.send("DELETE", url, { payload: "{}", headers })).status).toBe(400);
      const { status, body } = await admin.send("DELETE", url, { headers });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, name: "消す" });
    });

    it("are not read before the credential", async () => {
      const { status } = await api.anonymous.post(SAMPLES, { nothing: true });
      expect(status).toBe(401);
    });
  });

  describe("lists", () => {
    it("answer a page without any field that is not declared", async () => {
      const { status, body } = await admin.get(SAMPLES);
      expect(status).toBe(200);
      expect(body).toEqual({
        content: [{ id: 1, name: "一", version: 1 }],
        page: 0,
        size: 10,
        sort: "id,asc",
        totalElements: 1,
        totalPages: 1,
      });
    });

    it("answer a page past the end with no content", async () => {
      const { status, body } = await admin.get(`${SAMPLES}?page=7&size=100&sort=name,desc&q=a`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ content: [], page: 7, size: 100, sort: "name,desc" });
    });

    it("get an answer that names at most 20 unknown parameters", async () => {
      const query = Array.from({ length: 2_000 }, (_, index) => `p${index}`).join("&");
      const { status, body } = await admin.get(`${SAMPLES}?${query}`);
      expect(status).toBe(400);
      const { errors } = z.object({ errors: z.record(z.string(), z.string()) }).parse(body);
      expect(Object.keys(errors)).toHaveLength(20);
    });

    it.each([
      ["page=-1", "page"],
      ["page=1.5", "page"],
      ["page=0x10", "page"],
      ["page=", "page"],
      ["page=1&page=2", "page"],
      ["page=99999999999999999999", "page"],
      ["size=0", "size"],
      ["size=101", "size"],
      ["size=ten", "size"],
      ["sort=id", "sort"],
      ["sort=secret,asc", "sort"],
      ["sort=id,up", "sort"],
      ["sort=id,asc&sort=name,asc", "sort"],
      ["q=123456", "q"],
      ["q=%00", "q"],
      ["unknown=1", "unknown"],
      ["constructor=1", "constructor"],
    ])("refuse ?%s with 400, naming %s", async (query, name) => {
      const { status, body } = await admin.get(`${SAMPLES}?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: "BAD_QUERY" });
      const { errors } = z.object({ errors: z.record(z.string(), z.string()) }).parse(body);
      expect(Object.keys(errors)).toEqual([name]);
      expect(errors[name]).toMatch(/。$/);
    });
  });

  describe("versions", () => {
    it("are in the ETag of a single record", async () => {
      const { id } = await aSample("版");
      expect((await admin.get(`${SAMPLES}/${id}`)).headers.etag).toBe('"1"');
    });

    it.each(['"1"', 'W/"1"', '"7", "1"', '"7" , W/"1"', "*"])("match by %s", async (value) => {
      const { id } = await aSample(`版${Math.random()}`.slice(0, 10));
      const answer = await admin.patch(`${SAMPLES}/${id}`, {}, { "if-match": value });
      expect(answer.status).toBe(200);
    });

    it.each(['"2"', '"7", "8"', '"abc"', '""'])("refuse %s as stale", async (value) => {
      const { id } = await aSample(`古${Math.random()}`.slice(0, 10));
      const { status, body } = await admin.patch(`${SAMPLES}/${id}`, {}, { "if-match": value });
      expect(status).toBe(412);
      expect(body).toMatchObject({ code: "STALE_VERSION", current: { id, version: 1 } });
    });

    it.each(["1", "", '"1', '"1" "2"', "abc"])("refuse %s as malformed", async (value) => {
      const { id } = await aSample(`形${Math.random()}`.slice(0, 10));
      const answer = await admin.patch(`${SAMPLES}/${id}`, {}, { "if-match": value });
      expect(answer.status).toBe(400);
    });
  });

  it("writes no secret to the log, wherever it is", async () => {
    const from = api.log.length;
    const secrets = { authorization: "s1", cookie: "s2", "set-cookie": "s3", idToken: "s4" };
    api.app.log.warn({ ...secrets, password: "s5" }, "at the top");
    api.app.log.warn({ headers: secrets, request: { body: { password: "s5" } } }, "below");
    api.app.log.warn({ err: Object.assign(new Error("x"), { params: ["s6"] }) }, "in an error");
    const lines = api.log.slice(from);
    expect(lines).toHaveLength(3);
    expect(lines.join("")).not.toMatch(/"s\d"/);
  });

  it("logs every request with its id, but no query, credential or body", async () => {
    const { headers } = await admin.get(`${SAMPLES}?q=himit`);
    await admin.post(SAMPLES, { idToken: "himitsu" });
    const line = api.log.find((each) => each.includes(String(headers["x-request-id"]))) ?? "";
    expect(JSON.parse(line)).toMatchObject({ method: "GET", path: SAMPLES, status: 200 });
    const all = api.log.join("");
    expect(all).not.toContain("himit");
    expect(all).not.toContain("Bearer");
    expect(all).not.toMatch(/eyJ/);
  });

  it("answers no OPTIONS and no CORS header", async () => {
    const { headers } = await admin.get(SAMPLES, { origin: "https://example.com" });
    const names = Object.keys(headers).filter((name) => name.startsWith("access-control"));
    expect(names).toEqual([]);
  });

  it("answers HEAD as GET, without a body", async () => {
    const { status, text } = await admin.send("HEAD", SAMPLES);
    expect([status, text]).toEqual([200, ""]);
  });
});

describe("the server does not start", () => {
  const api = suiteApi(usualEngine);

  const build = async (routes: AreaRoutes, endpoints: Endpoints) => {
    const areas = {
      staff: { endpoints, modules: [routes] },
      admin: { endpoints: {}, modules: [] },
    };
    const { config, database, identity, clock } = api;
    const app = await buildApp({ config, database, identity, now: clock.now, areas });
    await app.close();
  };
  const declared = {
    "GET /declared": {
      area: "staff",
      access: "profile.own",
      operationId: "getDeclared",
      summary: "Declared",
      answers: { 204: null },
    },
  } as const;
  const handlers = { "GET /declared": async () => {} };

  it("with a route that does not declare who may call it", async () => {
    const silent: AreaRoutes = (app) => app.get("/silent", async () => "");
    await expect(build(silent, {})).rejects.toThrow("does not declare who may call it");
  });

  it("with a route that asks for a credential that nothing reads", async () => {
    for (const needed of ["usage.report", "profile.own"] as const) {
      const app = fastify();
      await app.register(access, { areas: {} });
      expect(() => app.get("/usage", { config: { access: needed } }, async () => "")).toThrow(
        "requires a credential, but its path has no authentication",
      );
    }
  });

  it("with a route that nothing declares", async () => {
    const direct: AreaRoutes = (app) =>
      app.get("/direct", { config: { access: "profile.own" } }, async () => "");
    await expect(build(direct, {})).rejects.toThrow("GET /api/v1/direct is not declared");
    const other: AreaRoutes = (app) => implement(app, declared, handlers);
    await expect(build(other, {})).rejects.toThrow("GET /api/v1/declared is not declared");
  });

  it("with a handler that nothing declares", async () => {
    const more = { ...handlers, "GET /more": async () => {} };
    const routes: AreaRoutes = (app) => implement(app, declared, more);
    await expect(build(routes, declared)).rejects.toThrow("GET /more is not declared");
  });

  it("with a declaration that nothing answers", async () => {
    await expect(build(() => {}, declared)).rejects.toThrow(
      "GET /declared: declared without a handler",
    );
    const none: Partial<typeof handlers> = {};
    const routes: AreaRoutes = (app) => {
      // @ts-expect-error: the compiler finds it first.
      implement(app, declared, none);
    };
    await expect(build(routes, declared)).rejects.toThrow(
      "GET /declared is declared without a handler",
    );
  });
});
