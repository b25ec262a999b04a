import { expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { OWN_CONTRACTS } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aServiceKey, SERVICE_KEYS, withKey } from "../support/serviceKeys.ts";

const LIMITS = `${OWN_CONTRACTS}/limits?organizationId=1`;
const created = z.object({ serviceKeyId: z.int(), key: z.string() });

describeDatabase("/service-keys", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  const create = (body: object, headers = {}) => admin.post(SERVICE_KEYS, body, headers);
  const aKey = async () => created.parse((await create({ name: "文字起こし" })).body);
  const namesOf = ({ body }: Answer) =>
    z
      .object({ content: z.array(z.looseObject({ name: z.string() })) })
      .parse(body)
      .content.map(({ name }) => name);

  it("creates a key with all scopes, tells it once, and never again", async () => {
    const answer = await create({ name: "  文字起こし　本番 " });
    expect(answer).toMatchObject({
      status: 201,
      headers: { "cache-control": "no-store" },
      body: {
        name: "文字起こし　本番",
        scopes: ["usage.report", "limits.read", "vocabulary.read"],
        organizationIds: null,
        organizations: null,
        prefix: expect.stringMatching(/^kis_[0-9a-f]{12}$/),
        key: expect.stringMatching(/^kis_[0-9a-f]{12}_[\w-]{43}$/),
        lastUsedAt: null,
        revokedAt: null,
        heldAt: null,
        createdAt: "2026-04-15T01:00:00.000Z",
      },
    });
    const { serviceKeyId, key } = created.parse(answer.body);
    expect(key.startsWith(String(Reflect.get(Object(answer.body), "prefix")))).toBe(true);
    const read = await admin.get(`${SERVICE_KEYS}/${serviceKeyId}`);
    const { key: _, ...rest } = Object(answer.body);
    expect(read).toMatchObject({ status: 200, body: rest });
    const list = await admin.get(`${SERVICE_KEYS}?size=100`);
    const stored = await api.db.selectFrom("service_keys").selectAll().execute();
    for (const text of [read.text, list.text, JSON.stringify(stored), api.log.join("")]) {
      expect(text).not.toContain(key.slice(17));
    }
  });

  it("makes every key another, also one of the same name", async () => {
    const answers = [await create({ name: "同じ" }), await create({ name: "同じ" })];
    const keys = answers.map(({ body }) => created.parse(body).key);
    expect(new Set(keys).size).toBe(2);
  });

  it("gives a key the scopes that are asked for", async () => {
    const { body } = await create({ name: "照会", scopes: ["limits.read"] });
    expect(body).toMatchObject({ scopes: ["limits.read"] });
    expect((await withKey(api, created.parse(body).key).get(LIMITS)).status).toBe(200);
    const reporter = created.parse((await create({ name: "報告", scopes: ["usage.report"] })).body);
    expect((await withKey(api, reporter.key).get(LIMITS)).status).toBe(403);
  });

  it.each([
    [{}, { name: "名前を入力してください。" }],
    [{ name: " " }, { name: "名前を入力してください。" }],
    [{ name: "あ".repeat(101) }, { name: "名前は100文字以内で入力してください。" }],
    [{ name: "甲", scopes: [] }, { scopes: "権限を選択してください。" }],
    [{ name: "甲", scopes: ["limits.read", "limits.read"] }, { scopes: "権限が重複しています。" }],
    [
      { name: "甲", scopes: ["contract.manage"] },
      { "scopes.0": "権限は選択肢の中から選択してください。" },
    ],
    [{ name: "甲", prefix: "kis_" }, { prefix: "使用できない項目です。" }],
  ])("refuses %j", async (body, errors) => {
    expect(await create(body)).toMatchObject({
      status: 422,
      body: { code: "VALIDATION_FAILED", errors },
    });
  });

  it("takes a name of 100 characters", async () => {
    expect((await create({ name: "𠮷".repeat(100) })).status).toBe(201);
  });

  it("revokes a key at once and for good, and keeps its record", async () => {
    const { serviceKeyId, key } = await aKey();
    const program = withKey(api, key);
    expect((await program.get(LIMITS)).status).toBe(200);
    api.clock.set("2026-04-15T02:00:00Z");
    const revoked = await admin.delete(`${SERVICE_KEYS}/${serviceKeyId}`);
    expect(revoked).toMatchObject({
      status: 200,
      body: { serviceKeyId, revokedAt: "2026-04-15T02:00:00.000Z" },
    });
    expect((await program.get(LIMITS)).status).toBe(401);
    api.clock.set("2026-04-15T03:00:00Z");
    expect((await admin.delete(`${SERVICE_KEYS}/${serviceKeyId}`)).body).toEqual(revoked.body);
    expect((await admin.get(`${SERVICE_KEYS}/${serviceKeyId}`)).body).toEqual(revoked.body);
  });

  it("lists keys by page, newest first or by last use, and finds them by name", async () => {
    for (const [n, name] of ["いちばん", "ニバン", "ｻﾝﾊﾞﾝ"].entries()) {
      await aServiceKey(api, { name, createdAt: new Date(Date.UTC(2030, 0, n + 1)) });
    }
    const list = (query: string) => admin.get(`${SERVICE_KEYS}?${query}`);
    expect(namesOf(await list("sort=createdAt,desc&size=2"))).toEqual(["ｻﾝﾊﾞﾝ", "ニバン"]);
    expect(namesOf(await list("sort=createdAt,desc&size=2&page=1"))[0]).toBe("いちばん");
    const found = await list("q=ばん&sort=name,asc");
    expect(found.body).toMatchObject({ totalElements: 3, totalPages: 1 });
    expect(namesOf(found)).toEqual(["いちばん", "ｻﾝﾊﾞﾝ", "ニバン"]);
    const used = await aServiceKey(api, { name: "使用済み" });
    await withKey(api, used.key).get(LIMITS);
    expect(namesOf(await list("sort=lastUsedAt,desc"))[0]).toBe("使用済み");
    expect(namesOf(await list("sort=lastUsedAt,asc"))[0]).not.toBe("使用済み");
    expect((await list("sort=prefix,asc")).status).toBe(400);
    expect((await list("revoked=true")).status).toBe(400);
  });
});
