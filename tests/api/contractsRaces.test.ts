import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { recordBatch } from "../../server/modules/usage/service/openRecorder.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { CONTRACTS, codeOf, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describePostgres } from "../support/database.ts";
import { someEmail } from "../support/people.ts";
import { aUsageEvent } from "../support/usage.ts";

const TIMES = 20;
const year = { startDate: "2026-01-01", endDate: "2026-12-31" };

describePostgres("simultaneous writes of contracts", () => {
  const api = suiteApi("postgres", { now: "2026-04-15T10:00:00+09:00" });
  const admin = api.asSystemAdmin();

  beforeAll(() => admin.get(CONTRACTS));

  const atOnce = (write: (n: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: TIMES }, (_, n) => write(n)));
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();
  const oneOf = (won: number, lost: number) => [won, ...Array<number>(TIMES - 1).fill(lost)];

  it("for one organization: one of twenty creates succeeds, each other names it", async () => {
    const organizationId = await api.anOrganization("競合株式会社");
    const input = { ...newContract({ organizationName: "競合株式会社" }), organizationId };
    const answers = await atOnce(() => admin.post(CONTRACTS, input));
    expect(statuses(answers)).toEqual(oneOf(201, 409));
    const winner = answers.find(({ status }) => status === 201);
    const { contractId, startDate, endDate } = contractOf(winner ?? { body: undefined });
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: "PERIOD_OVERLAPS",
        conflicts: [{ contractId, startDate, endDate }],
      });
    }
    const { body } = await admin.get(`${CONTRACTS}?organizationId=${organizationId}`);
    expect(body).toMatchObject({ totalElements: 1 });
  });

  it("for one e-mail: one of twenty creates succeeds, in both stores", async () => {
    const adminEmail = someEmail("race");
    const answers = await atOnce((n) =>
      admin.post(CONTRACTS, newContract({ adminEmail, organizationName: `同時${adminEmail}${n}` })),
    );
    expect(statuses(answers)).toEqual(oneOf(201, 409));
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: "EMAIL_EXISTS" });
    }
    const users = await api.db
      .selectFrom("users")
      .select("user_id")
      .where("email", "=", adminEmail)
      .execute();
    expect(users).toHaveLength(1);
    const organizations = await api.db
      .selectFrom("organizations")
      .select("organization_id")
      .where("organization_name", "like", `同時${adminEmail}%`)
      .execute();
    expect(organizations).toHaveLength(1);
    expect(await api.db.selectFrom("identity_outbox").selectAll().execute()).toEqual([]);
    // The account that is left belongs to the user in our database.
    await api.identity.updateUser(users[0]?.user_id ?? "", { userName: "一人" });
    const again = api.identity.createUser({ userId: "x", email: adminEmail, userName: "x" });
    await expect(again).rejects.toMatchObject({ name: "EmailExistsError" });
  });

  it("for one Idempotency-Key: twenty identical creates make one contract", async () => {
    const key = { "idempotency-key": someEmail("key") };
    const input = newContract();
    const answers = await atOnce(() => admin.post(CONTRACTS, input, key));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(statuses(answers)).toEqual(Array<number>(TIMES).fill(201));
  });

  it("for one version: one of twenty edits succeeds, the others are stale", async () => {
    const organizationId = await api.anOrganization();
    const url = `${CONTRACTS}/${await aContract(api.db, { organizationId, ...year })}`;
    const answers = await atOnce((n) =>
      admin.patch(url, { memo: `編集${n}` }, { "if-match": '"1"' }),
    );
    expect(statuses(answers)).toEqual(oneOf(200, 412));
  });

  it("edits without a version follow one another, and none is lost", async () => {
    const organizationId = await api.anOrganization();
    const url = `${CONTRACTS}/${await aContract(api.db, { organizationId, ...year })}`;
    const answers = await atOnce((n) => admin.patch(url, { memo: `編集${n}` }));
    const versions = answers.map((answer) => contractOf(answer).version);
    expect(new Set(versions).size).toBe(TIMES);
    expect((await admin.get(url)).body).toMatchObject({ version: TIMES + 1 });
  });

  it("periods that are extended, reinstated and added at once never overlap", async () => {
    const organizationId = await api.anOrganization("伸縮株式会社");
    const first = await aContract(api.db, {
      organizationId,
      ...year,
      terminationDate: "2026-04-30",
    });
    const second = await aContract(api.db, {
      organizationId,
      startDate: "2027-06-01",
      endDate: "2027-12-31",
    });
    const input = {
      ...newContract({ organizationName: "伸縮株式会社" }),
      organizationId,
      startDate: "2026-10-01",
      endDate: "2027-05-31",
    };
    const answers = await atOnce((n) => {
      if (n % 3 === 0) return admin.post(`${CONTRACTS}/${first}/reinstate`);
      if (n % 3 === 1) return admin.patch(`${CONTRACTS}/${second}`, { startDate: "2026-07-01" });
      return admin.post(CONTRACTS, input);
    });
    const met = answers.map((answer) => `${answer.status} ${codeOf(answer) ?? ""}`);
    for (const one of met) {
      expect(["200 ", "201 ", "409 PERIOD_OVERLAPS", "422 CONTRACT_NOT_TERMINATED"]).toContain(one);
    }
    const { rows } = await sql<{ pairs: number }>`
      select count(*) as pairs from contracts a join contracts b using (organization_id)
      where organization_id = ${organizationId} and a.contract_id < b.contract_id
        and daterange(a.start_date, a.effective_end, '[]')
          && daterange(b.start_date, b.effective_end, '[]')`.execute(api.db);
    expect(rows).toEqual([{ pairs: 0 }]);
    expect(met.filter((one) => one.startsWith("20"))).not.toEqual([]);
  });

  it("a cap never falls below the usage, however reports and edits race", async () => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, ...year, maxTranscriptCount: 60 });
    const url = `${CONTRACTS}/${contractId}`;
    const use = () =>
      api.db.transaction().execute(async (trx) => {
        const { rows } = await sql`
        update contract_usage set transcript_count = transcript_count + 1
        where organization_id = ${organizationId} and contract_id = ${contractId}
          and transcript_count + 1 <= max_transcript_count
        returning 1`.execute(trx);
        return rows.length;
      });
    const [granted, lowered] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, use)),
      Promise.all(
        Array.from({ length: 12 }, (_, n) => admin.patch(url, { maxTranscriptCount: 55 - 5 * n })),
      ),
    ]);
    for (const { status, body } of lowered) {
      if (status === 200) continue;
      expect(status).toBe(422);
      expect(body).toMatchObject({
        errors: { maxTranscriptCount: expect.stringMatching(/以上で入力してください。$/) },
      });
    }
    const contract = contractOf(await admin.get(url));
    const taken = granted.reduce((sum, n) => sum + n, 0);
    expect(contract.usedTranscriptCount).toBe(taken);
    expect(contract.maxTranscriptCount).toBeGreaterThanOrEqual(taken);
  });

  it.each([
    ["startDate", "2026-02-01"],
    ["maxTranscriptCount", 4],
    ["maxTranscriptMinutes", 9],
  ])("an edit of %s waits for use that is being reported, and goes by it", async (field, value) => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, ...year });
    const edit = await api.db.transaction().execute(async (trx) => {
      await sql`
        update contract_usage set transcript_count = 5, seconds = 600
        where organization_id = ${organizationId} and contract_id = ${contractId}`.execute(trx);
      const answer = admin.patch(`${CONTRACTS}/${contractId}`, { [field]: value });
      await Promise.race([answer, someoneWaits()]);
      return { answer };
    });
    expect(await edit.answer).toMatchObject({
      status: 422,
      body: { errors: { [field]: expect.any(String) } },
    });
  });

  /** Resolves once a session of the database waits for a lock. */
  async function someoneWaits(): Promise<void> {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    if (rows.length === 0) return someoneWaits();
  }

  it("a contract is either deleted or used, never both", async () => {
    const organizationId = await api.anOrganization();
    for (let round = 0; round < 5; round += 1) {
      const contractId = await aContract(api.db, { organizationId, ...year });
      const event = aUsageEvent({
        organizationId,
        occurredAt: new Date("2026-04-15T01:00:00Z"),
      });
      const deps = { db: api.db, now: api.clock.now };
      const [deleted, verdicts] = await Promise.all([
        admin.delete(`${CONTRACTS}/${contractId}`),
        recordBatch(deps, [event], { patient: true }),
      ]);
      expect([
        [200, "no_contract"],
        [409, "recorded"],
      ]).toContainEqual([deleted.status, verdicts[0]?.result]);
      await api.db.deleteFrom("ledger").execute();
      await api.db.deleteFrom("usage_daily").execute();
      await api.db.deleteFrom("contracts").where("contract_id", "=", contractId).execute();
    }
  });
});
