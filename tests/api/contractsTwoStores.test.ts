import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import { untilSettled } from "../support/accounts.ts";
import { suiteApi, type TestApi } from "../support/api.ts";
import { CONTRACTS, newContract } from "../support/contractRequests.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { FailingIdentity } from "../support/failingIdentity.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const emulator = emulatorOfFile();
const NOW = "2026-04-15T10:00:00+09:00";

async function stateOf({ db, identity }: TestApi, email: string) {
  const users = await db.selectFrom("users").select("user_id").where("email", "=", email).execute();
  const requests = await db
    .selectFrom("identity_outbox as o")
    .innerJoin("users as u", "u.user_id", "o.user_id")
    .select("o.user_id")
    .where("u.email", "=", email)
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
  return {
    users: users.length,
    requests: requests.length,
    contracts: organizations.length,
    isFree,
  };
}
const nothing = { users: 0, requests: 0, contracts: 0, isFree: true };
const everything = { users: 1, requests: 0, contracts: 1, isFree: false };

describeDatabase("a contract with a new organization", (engine) => {
  const failing = new FailingIdentity();
  const api = suiteApi(engine, {
    now: NOW,
    identity: failing.over,
    parts: { jobPollSeconds: 0.5 },
  });
  const admin = api.asSystemAdmin();

  beforeAll(() => api.app.jobs.start());
  beforeEach(() => {
    failing.works();
    api.clock.set(NOW);
  });

  const organizationsInAll = () =>
    api.db.selectFrom("organizations").select("organization_id").execute();

  it("requests the invitation mail once everything is stored", async () => {
    const input = newContract();
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
  });

  it("is created while the identity service is away, and the account follows", async () => {
    const input = newContract();
    failing.away();
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    failing.works();
    const pending = { users: 1, requests: 1, contracts: 1, isFree: true };
    expect(await stateOf(api, input.adminEmail)).toEqual(pending);
    await untilSettled(api);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
    expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
  });

  it("is created when the account was created but the answer got lost", async () => {
    const input = newContract();
    failing.overrides = {
      createUser: async (user) => {
        await api.identity.createUser(user);
        throw new IdentityUnavailableError("away for the test");
      },
    };
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    failing.works();
    await untilSettled(api);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
    expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
  });

  it("leaves nothing, and makes no call, when the database fails", async () => {
    const input = newContract();
    const before = await organizationsInAll();
    await sql`alter table contracts add constraint no_room check (admin_name <> '満員')`.execute(
      api.db,
    );
    const asked = failing.calls.length;
    const answer = await admin.post(CONTRACTS, { ...input, adminName: "満員" });
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      message: "サーバーエラーが発生しました。管理者にお問い合わせください。",
    });
    expect(failing.calls).toHaveLength(asked);
    expect(await stateOf(api, input.adminEmail)).toEqual(nothing);
    expect(await organizationsInAll()).toEqual(before);
    await sql`alter table contracts drop constraint no_room`.execute(api.db);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
  });

  it("is created although the invitation mail could not be sent, which follows", async () => {
    const input = newContract();
    failing.away(["sendPasswordReset"]);
    expect((await admin.post(CONTRACTS, input)).status).toBe(201);
    expect(await api.mailsTo(input.adminEmail)).toEqual([]);
    failing.works();
    await untilSettled(api);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
    expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
  });

  it.each([`${"a".repeat(65)}@example.com`, `a@${"b".repeat(64)}.com`, "a@b-.com"])(
    "is refused at the e-mail that mail servers find malformed: %s",
    async (adminEmail) => {
      const answer = await admin.post(CONTRACTS, newContract({ adminEmail }));
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        code: "VALIDATION_FAILED",
        errors: { adminEmail: "メールアドレスの形式で入力してください。" },
      });
    },
  );
});

describePostgres("a process killed between the two stores", () => {
  const api = suiteApi("postgres", () => ({ identityService: emulator.identity() }));
  const admin = api.asSystemAdmin();

  beforeAll(() => admin.get(CONTRACTS));

  async function killedWhileCreating(input: object) {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = urlOf(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? "");
    const script = fileURLToPath(new URL("../support/killedCreate.ts", import.meta.url));
    const words = ["--import", "tsx", script, url, emulator.url(), JSON.stringify(input)];
    const child = spawn(process.execPath, words, { stdio: ["ignore", "inherit", "inherit"] });
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
  }
  const left = { users: 1, requests: 1, contracts: 1, isFree: false };

  it("leaves the contract complete, and the next process finds the rest of the work", async () => {
    const input = newContract();
    await killedWhileCreating(input);
    expect(await stateOf(api, input.adminEmail)).toEqual(left);
    await api.app.jobs.start();
    await untilSettled(api);
    expect(await stateOf(api, input.adminEmail)).toEqual(everything);
    expect(await api.mailsTo(input.adminEmail)).toEqual(["PASSWORD_RESET"]);
  });
});
