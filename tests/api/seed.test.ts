import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { demoAccounts, seedDemo } from "../../server/demo/seed.ts";
import { EmulatorStartError } from "../../server/identity/emulator.ts";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import { accountOf, untilSettled } from "../support/accounts.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";
import { signIn } from "../support/signIn.ts";
import { newUser, USERS } from "../support/userRequests.ts";

const NOW = new Date("2026-11-21T05:00:00Z");
const ORGANIZATIONS = "/admin/api/v1/organizations";

const page = z.object({ totalElements: z.int(), content: z.array(z.looseObject({})) });

const noIdentity = { createUser: async () => {} };

describeEachEngine("an empty database, seeded", "schema", (engine) => {
  const api = suiteApi(engine, { parts: { jobPollSeconds: 0.5 } });
  let admin: ApiClient;
  let statements = 0;

  beforeAll(async () => {
    const db = api.db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await seedDemo({ db }, { now: NOW, identity: api.identity });
    api.clock.set(NOW);
    const account = demoAccounts.find(({ isSystemAdmin }) => isSystemAdmin);
    admin = api.asSystemAdmin(personOf(String(account?.email)));
  });

  const personOf = (email: string) => {
    const account = demoAccounts.find((each) => each.email === email);
    if (!account) throw new Error(`no demo account ${email}`);
    const {
      isSystemAdmin = false,
      isOrganizationAdmin = false,
      isDictionaryAdmin = false,
    } = account;
    return { ...account, isSystemAdmin, isOrganizationAdmin, isDictionaryAdmin };
  };

  const list = async (url: string) => page.parse((await admin.get(url)).body);

  it("is ready after a few statements, whatever the number of its rows", () => {
    expect(statements).toBeLessThan(100);
  });

  it("has the accounts of the README, all with the password", async () => {
    const rows = await api.db
      .selectFrom("users")
      .select([
        "email",
        "organization_id",
        "is_system_admin",
        "is_organization_admin",
        "is_dictionary_admin",
        "status",
      ])
      .where(
        "email",
        "in",
        demoAccounts.map(({ email }) => email),
      )
      .execute();
    const table = rows.map((row) => {
      const flags = [row.is_system_admin, row.is_organization_admin, row.is_dictionary_admin];
      const letters = flags.map((flag, index) => (flag ? "SOD"[index] : "")).join("");
      return [row.email, row.organization_id, letters, row.status];
    });
    expect(table.sort()).toEqual(
      [
        ["sysadmin@example.com", null, "S", "ACTIVE"],
        ["orgadmin@example.com", 1, "O", "ACTIVE"],
        ["dictadmin@example.com", 1, "D", "ACTIVE"],
        ["dictadmin2@example.com", 1, "D", "ACTIVE"],
        ["staff@example.com", 1, "", "ACTIVE"],
        ["orgadmin@sample.example.com", 2, "O", "ACTIVE"],
        ["staff@sample.example.com", 2, "", "ACTIVE"],
      ].sort(),
    );
    for (const { email } of demoAccounts) {
      const token = await signIn(api.identity, email, "password");
      expect(token).toEqual(expect.any(String));
    }
  });

  it("has デモ株式会社 with what is left, its dictionaries and workspaces", async () => {
    const staff = api.as(personOf("staff@example.com"));
    const limits = await staff.get("/api/v1/contracts/limits");
    expect(limits.body).toEqual({
      remainingCount: 3,
      remainingMinutes: 525,
      unlimitedCount: false,
      unlimitedMinutes: false,
      contract: { status: "ACTIVE", startDate: expect.any(String), endDate: expect.any(String) },
    });
    expect((await admin.get(`${ORGANIZATIONS}/1`)).body).toMatchObject({
      organizationName: "デモ株式会社",
      currentContractId: 1,
      currentContractStatus: "ACTIVE",
      userCount: 4,
      workspaceCount: 2,
      dictionaryCount: 32,
    });
    const profile = await staff.get("/api/v1/users/me");
    expect(profile.body).toMatchObject({
      organizationId: 1,
      organizationName: "デモ株式会社",
      lastSelectedWorkspaceName: "営業部",
      workspaces: [{ workspaceName: "営業部" }, { workspaceName: "カスタマーサポート" }],
    });
  });

  it("has サンプル商事 with a contract, a dictionary and a workspace of its own", async () => {
    expect((await admin.get(`${ORGANIZATIONS}/2`)).body).toMatchObject({
      organizationName: "サンプル商事",
      currentContractId: 2,
      currentContractStatus: "ACTIVE",
      userCount: 2,
      workspaceCount: 1,
      dictionaryCount: 1,
    });
  });

  it("has 40 further organizations, each with an admin and a contract addressed to them", async () => {
    expect((await list(ORGANIZATIONS)).totalElements).toBe(42);
    const { rows } = await sql<{ organization_id: number }>`
      select organization_id from organizations o
      where exists (select 1 from contracts c join users u on u.email = c.admin_email
        and u.user_name = c.admin_name and u.organization_id = c.organization_id
        where c.organization_id = o.organization_id and u.is_organization_admin)`.execute(api.db);
    expect(rows).toHaveLength(42);
  });

  it("can be searched as people type", async () => {
    const named = async (q: string) =>
      (await list(`${ORGANIZATIONS}?q=${encodeURIComponent(q)}`)).content.map(
        ({ organizationName }) => organizationName,
      );
    const abc = ["株式会社ＡＢＣシステムズ", "abcコンサルティング合同会社"];
    expect(await named("ＡＢＣ")).toEqual(abc);
    expect(await named("abc")).toEqual(abc);
    const byAdmin = async (q: string) =>
      (await list(`${CONTRACTS}?q=${encodeURIComponent(q)}`)).totalElements;
    expect(await byAdmin("高橋")).toBe(await byAdmin("髙橋"));
    expect(await byAdmin("髙橋")).toBeGreaterThan(1);
    expect(await byAdmin("崎山")).toBeGreaterThan(0);
  });

  it("has counters that equal the ledger", async () => {
    const { rows } = await sql<{ unequal: number; events: number }>`
      select count(*) filter (where
          u.transcript_count <> coalesce(e.n, 0) or u.seconds <> coalesce(e.s, 0)
          or u.transcript_count <> coalesce(d.n, 0) or u.seconds <> coalesce(d.s, 0)) as unequal,
        sum(e.n)::bigint as events
      from contracts c
      left join contract_usage u using (organization_id, contract_id)
      left join (select contract_id, count(*) as n, sum(seconds) as s
        from ledger group by 1) e using (contract_id)
      left join (select contract_id, sum(transcript_count) as n, sum(seconds) as s
        from usage_daily group by 1) d using (contract_id)`.execute(api.db);
    expect(rows[0]?.unequal).toBe(0);
    expect(rows[0]?.events).toBeGreaterThan(1_000);
    const usage = await admin.get(`${CONTRACTS}/1/usage?by=month`);
    const { points } = z.object({ points: z.array(z.looseObject({})) }).parse(usage.body);
    expect(points.length).toBeGreaterThanOrEqual(7);
  });

  it("has nothing that was written in the future", async () => {
    for (const table of [
      "organizations",
      "users",
      "contracts",
      "workspaces",
      "dictionaries",
      "dictionary_entries",
    ] as const) {
      const { latest } = await api.db
        .selectFrom(table)
        .select((eb) => eb.fn.max("updated_at").as("latest"))
        .executeTakeFirstOrThrow();
      expect(latest <= NOW, table).toBe(true);
    }
  });

  it("has an account for everybody else, too, without a mail", async () => {
    await api.app.jobs.start();
    await untilSettled(api);
    const rows = await api.db.selectFrom("users").select(["user_id", "identity_error"]).execute();
    for (const { user_id, identity_error } of rows) {
      expect([await accountOf(api, user_id), identity_error]).toEqual([expect.anything(), null]);
    }
  });

  it("is left alone by the next start, changed passwords and all", async () => {
    const before = await list(`${CONTRACTS}?size=100`);
    await seedDemo(api.database, { now: new Date("2027-01-01T00:00:00Z"), identity: api.identity });
    expect(await list(`${CONTRACTS}?size=100`)).toEqual(before);
  });

  it("takes further organizations, contracts and users", async () => {
    const { organizationId } = contractOf(await admin.post(CONTRACTS, newContract()));
    expect(organizationId).toBe(43);
    const answer = await admin.post(USERS, newUser({ organizationId: 1 }));
    expect(answer.status).toBe(201);
  });
});

describeEachEngine("the demo data", "schema", (engine) => {
  it("is not put into a database in use, nor are its accounts created", async () => {
    const database = await testDatabase(engine);
    const created: string[] = [];
    const createUser = async ({ email }: { email: string }) => {
      created.push(email);
    };
    await anOrganization(database.db, "本物の組織");
    await seedDemo(database, { now: NOW, identity: { createUser } });
    expect(await organizationCount(database)).toBe(1);
    expect(created).toEqual([]);
    await database.close();
  });

  it("exists although the identity service is away, and the accounts follow", async () => {
    const database = await testDatabase(engine);
    vi.useFakeTimers({ toFake: ["Date"] });
    const away = async () => {
      vi.setSystemTime(Date.now() + 61_000);
      throw new IdentityUnavailableError("away");
    };
    const attempt = seedDemo(database, { now: NOW, identity: { createUser: away } });
    await expect(attempt).rejects.toThrow(EmulatorStartError);
    vi.useRealTimers();
    expect(await organizationCount(database)).toBe(42);
    const created: string[] = [];
    const createUser = async ({ email }: { email: string }) => {
      created.push(email);
    };
    await seedDemo(database, { now: NOW, identity: { createUser } });
    expect(created).toEqual(demoAccounts.map(({ email }) => email));
    expect(await organizationCount(database)).toBe(42);
    await database.close();
  });
});

describePostgres("two copies that start at once on postgres", () => {
  it("seed an empty database once", async () => {
    const database = await testDatabase("postgres");
    await Promise.all([0, 1].map(() => seedDemo(database, { now: NOW, identity: noIdentity })));
    expect(await organizationCount(database)).toBe(42);
    await database.close();
  });
});

async function organizationCount({ db }: Awaited<ReturnType<typeof testDatabase>>) {
  const rows = await db.selectFrom("organizations").select("organization_id").execute();
  return rows.length;
}
