import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import {
  type IdentityService,
  IdentityUnavailableError,
  InvalidEmailError,
} from "../../server/identity/identity.ts";
import { type TestApi, testApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeEachEngine, describePostgres } from "../support/database.ts";
import { mailsTo } from "../support/mails.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const away = () => Promise.reject(new IdentityUnavailableError("away for the test"));

async function stateOf({ db, identity }: TestApi, email: string) {
  const users = await db.selectFrom("users").select("user_id").where("email", "=", email).execute();
  const intents = await db
    .selectFrom("identity_intents")
    .select("user_id")
    .where("email", "=", email)
    .execute();
  const organizations = await db
    .selectFrom("contracts as c")
    .innerJoin("organizations as o", "o.organization_id", "c.organization_id")
    .select("o.organization_name")
    .where("c.admin_email", "=", email)
    .execute();
  const userId = `probe-${email}`;
  const isFree = await identity.createUser({ userId, email, userName: "空き" }).then(
    () => true,
    () => false,
  );
  if (isFree) await identity.deleteUser(userId);
  return { users: users.length, intents: intents.length, contracts: organizations.length, isFree };
}
const nothing = { users: 0, intents: 0, contracts: 0, isFree: true };
const everything = { users: 1, intents: 0, contracts: 1, isFree: false };

describeEachEngine("a contract with a new organization", (engine) => {
  let api: TestApi;
  let admin: ApiClient;
  /** What the identity service does otherwise than the real one. */
  let faults: Partial<IdentityService> = {};

  beforeAll(async () => {
    const faulty = (real: IdentityService): IdentityService => ({
      ...real,
      createUser: (user) => (faults.createUser ?? real.createUser)(user),
      deleteUser: (userId) => (faults.deleteUser ?? real.deleteUser)(userId),
      sendPasswordReset: (email) => (faults.sendPasswordReset ?? real.sendPasswordReset)(email),
    });
    api = await testApi(engine, { now: NOW, identity: faulty });
    admin = api.asSystemAdmin();
  });
  afterAll(() => api.close());
  beforeEach(() => {
    faults = {};
    api.clock.set(NOW);
  });

  const organizationsInAll = () =>
    api.db.selectFrom("organizations").select("organization_id").execute();

  it("asks for the invitation mail once everything stands", async () => {
    const input = newContract();
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    expect(await mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
  });

  it("leaves nothing while the identity service is away, and succeeds afterwards", async () => {
    const input = newContract();
    const before = await organizationsInAll();
    faults = { createUser: away };
    const answer = await admin.post(CONTRACTS, input);
    expect(answer.status).toBe(503);
    expect(answer.headers["retry-after"]).toBeDefined();
    expect(answer.body).toMatchObject({
      code: "UNAVAILABLE",
      message: "現在サービスに接続できません。5秒後にお試しください。",
    });
    faults = {};
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
    expect(await organizationsInAll()).toEqual(before);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
  });

  it("leaves nothing when the identity user was created but the answer got lost", async () => {
    const input = newContract();
    faults = {
      createUser: async (user) => {
        await api.identity.createUser(user);
        return away();
      },
    };
    expect((await admin.post(CONTRACTS, input)).status).toBe(503);
    faults = {};
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
  });

  it("leaves nothing when the database fails after the identity service wrote", async () => {
    const input = newContract();
    const before = await organizationsInAll();
    await sql`alter table contracts add constraint no_room check (admin_name <> '満員')`.execute(
      api.db,
    );
    const answer = await admin.post(CONTRACTS, { ...input, adminName: "満員" });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      message: "サーバーエラーが発生しました。管理者にお問い合わせください。",
    });
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
    expect(await organizationsInAll()).toEqual(before);
    await sql`alter table contracts drop constraint no_room`.execute(api.db);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
  });

  it("is swept up when both stores fail one after the other", async () => {
    const input = newContract();
    await sql`alter table contracts add constraint no_room check (admin_name <> '満員')`.execute(
      api.db,
    );
    faults = { deleteUser: away };
    expect((await admin.post(CONTRACTS, { ...input, adminName: "満員" })).status).toBe(500);
    await sql`alter table contracts drop constraint no_room`.execute(api.db);
    const left = { users: 0, intents: 1, contracts: 0, isFree: false };
    expect(await stateOf(api, input.adminEmail)).toEqual(left);
    faults = {};
    api.clock.advance(3);
    await api.app.sweep();
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
  });

  it("stands although the invitation mail could not be sent", async () => {
    const input = newContract();
    faults = { sendPasswordReset: away };
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
    expect(await mailsTo(input.adminEmail)).toEqual([]);
  });

  it("is refused at the e-mail that the identity service finds malformed", async () => {
    const input = newContract();
    faults = { createUser: () => Promise.reject(new InvalidEmailError("malformed")) };
    const answer = await admin.post(CONTRACTS, input);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: { adminEmail: "メールアドレスの形式で入力してください。" },
    });
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
  });
});

describePostgres("a process killed between the two stores", () => {
  let api: TestApi;
  let admin: ApiClient;

  beforeAll(async () => {
    api = await testApi("postgres");
    admin = api.asSystemAdmin();
    await admin.get(CONTRACTS);
  });
  afterAll(() => api.close());

  async function killedWhileCreating(input: object) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = urlOf(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
    const script = fileURLToPath(new URL("../support/killedCreate.ts", import.meta.url));
    const words = ["--import", "tsx", script, url, inject("emulatorUrl"), JSON.stringify(input)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
  }
  const left = { users: 0, intents: 1, contracts: 0, isFree: false };
  const later = (seconds: number) => api.clock.set(new Date(Date.now() + seconds * 1000));

  it("is out of the way of the next attempt with the same e-mail", async () => {
    const input = newContract();
    await killedWhileCreating(input);
    expect(await stateOf(api, input.adminEmail)).toEqual(left);
    later(15);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
  });

  it("is swept up by the next process", async () => {
    const input = newContract();
    await killedWhileCreating(input);
    later(180);
    await api.app.sweep();
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
  });
});
