import { describe, expect, it } from "vitest";
import { evaluateRequests } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { alertsIn } from "../support/alertRequests.ts";
import { hearAnnounced, withOrganization } from "../support/announced.ts";
import { suiteApi, type TestApi } from "../support/api.ts";
import { latestEvent } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase, describePostgres } from "../support/database.ts";
import { ledgerRows, sumsOf } from "../support/ledgerRows.ts";

const NOW = "2026-04-15T23:30:00+09:00";
const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
const reason = "録音の重複計上のため";

async function aUsedContract(api: TestApi, input: Partial<ContractInput> = {}, count = 5) {
  const organizationId = await api.anOrganization();
  const contractId = await aContract(api.db, { organizationId, ...year, ...input });
  const events = Array.from({ length: count }, (_, n) => ({
    eventId: `${contractId}-${n}`,
    occurredAt: `${input.startDate ?? year.startDate}T10:00:00+09:00`,
    seconds: 1_000 + n,
  }));
  if (count > 0) await ledgerRows(api.db, { organizationId, contractId }, events);
  return { contractId, organizationId, url: `${CONTRACTS}/${contractId}` };
}

describeDatabase("POST /contracts/{id}/adjustments", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  it("changes the counters and the sum of today in Tokyo, and answers the row of the ledger", async () => {
    const { url, contractId } = await aUsedContract(api);
    const before = (await admin.get(url)).body;
    const body = { transcriptCount: -2, seconds: -1_830, reason };
    const { status, body: entry } = await admin.post(`${url}/adjustments`, body);
    expect(status).toBe(201);
    expect(entry).toEqual({
      ...body,
      ledgerId: expect.any(Number),
      kind: "ADJUSTMENT",
      eventId: null,
      occurredAt: new Date(NOW).toISOString(),
      recordedAt: new Date(NOW).toISOString(),
      usageDate: "2026-04-15",
      workspaceId: null,
      workspaceName: null,
      adjustedByName: "管理 者",
    });
    const left = { counts: 3, seconds: 5_010 - 1_830 };
    expect(await sumsOf(api.db, contractId)).toEqual({
      ledger: { ...left, rows: 6 },
      daily: { ...left, rows: 6 },
      counters: left,
    });
    // An adjustment is no edit of the agreement.
    const after = {
      usedTranscriptCount: 3,
      usedTranscriptMinutes: 53,
      usedTranscriptSeconds: left.seconds,
    };
    expect((await admin.get(url)).body).toEqual({ ...Object(before), ...after });
    expect((await admin.get(`${url}/ledger?kind=ADJUSTMENT`)).body).toMatchObject({
      content: [entry],
      totalElements: 1,
    });
  });

  it("stands apart in the use of its day and month, and in no workspace", async () => {
    const { url } = await aUsedContract(api);
    const usage = async (query: string) => Object((await admin.get(`${url}/usage${query}`)).body);
    const transcripts = { transcriptCount: 5, transcriptMinutes: 84 };
    expect((await usage("?by=month")).points).toEqual([{ period: "2026-01", ...transcripts }]);

    await admin.post(`${url}/adjustments`, { transcriptCount: -3, seconds: -100, reason });
    await admin.post(`${url}/adjustments`, { transcriptCount: 1, seconds: 10, reason });
    const adjusted = { transcriptCount: -2, seconds: -90, transcriptMinutes: -1 };
    const counted = { transcriptCount: -2, transcriptMinutes: -1 };
    expect((await usage("")).points).toEqual([
      { period: "2026-01-01", ...transcripts },
      { period: "2026-04-15", ...counted, adjusted },
    ]);
    // In the month of its transcripts, both add up to the minutes of the month.
    api.clock.set("2026-01-31T12:00:00+09:00");
    await admin.post(`${url}/adjustments`, { transcriptCount: 0, seconds: -45, reason });
    api.clock.set(NOW);
    const none = { workspaceId: null, workspaceName: null };
    expect((await usage("?by=month&split=workspace")).points).toEqual([
      {
        period: "2026-01",
        transcriptCount: 5,
        transcriptMinutes: 83,
        adjusted: { transcriptCount: 0, seconds: -45, transcriptMinutes: -1 },
        workspaces: [{ ...none, ...transcripts }],
      },
      { period: "2026-04", ...counted, adjusted, workspaces: [] },
    ]);
  });

  it("tells everybody that the contract has changed", async () => {
    const { url, contractId, organizationId } = await aUsedContract(api);
    const heard = await hearAnnounced(api.database, withOrganization);
    await admin.post(`${url}/adjustments`, { transcriptCount: 1, seconds: 0, reason });
    expect(await heard()).toContain(`${organizationId} updated resource/contracts/${contractId}`);
  });

  it("is an event of the log with its figures and its reason", async () => {
    const { url, contractId, organizationId } = await aUsedContract(api);
    const counts = { transcriptCount: -2, seconds: 90 };
    await admin.post(`${url}/adjustments`, { ...counts, reason });
    expect(await latestEvent(api.db)).toMatchObject({
      operation: "adjustUsage",
      organization_id: organizationId,
      target_kind: "contract",
      target_id: String(contractId),
      target_name: "試験株式会社",
      counts,
      reason,
    });
  });

  it("raises the alert of the cap that it reaches", async () => {
    const { url, organizationId } = await aUsedContract(api, { maxTranscriptCount: 7 });
    const evaluated = async () => {
      await evaluateRequests({ db: api.db, now: api.clock.now, config: api.config });
      return alertsIn(admin, organizationId);
    };
    expect(await evaluated()).not.toContain("open CAP_100");
    await admin.post(`${url}/adjustments`, { transcriptCount: 2, seconds: 0, reason });
    expect(await evaluated()).toContain("open CAP_100");
  });

  it("may go beyond a cap", async () => {
    const { url } = await aUsedContract(api, { maxTranscriptCount: 5, maxTranscriptMinutes: 100 });
    const body = { transcriptCount: 1, seconds: 36_000, reason };
    expect((await admin.post(`${url}/adjustments`, body)).status).toBe(201);
    expect((await admin.get(url)).body).toMatchObject({ usageState: "EXCEEDED" });
  });

  it.each([
    [
      "the last day of an expired contract",
      { startDate: "2025-04-01", endDate: "2026-03-31" },
      ["2026-03-31", "2026-03-31T14:59:59.999Z"],
    ],
    [
      "the last valid day of a terminated contract",
      { terminationDate: "2026-02-10" },
      ["2026-02-10", "2026-02-10T14:59:59.999Z"],
    ],
    [
      "the first day of a contract that has not begun",
      { startDate: "2026-05-01" },
      ["2026-05-01", "2026-04-30T15:00:00.000Z"],
    ],
  ])("counts for %s", async (_, input, [usageDate, occurredAt]) => {
    const { url } = await aUsedContract(api, input);
    const { status, body } = await admin.post(`${url}/adjustments`, {
      transcriptCount: -1,
      seconds: 0,
      reason,
    });
    expect(status).toBe(201);
    const recordedAt = new Date(NOW).toISOString();
    expect(body).toMatchObject({ usageDate, occurredAt, recordedAt });
  });

  it("is done once for one Idempotency-Key", async () => {
    const { url, contractId } = await aUsedContract(api);
    const key = { "idempotency-key": `adjust-${contractId}` };
    const body = { transcriptCount: -3, seconds: 0, reason };
    const first = await admin.post(`${url}/adjustments`, body, key);
    const again = await admin.post(`${url}/adjustments`, body, key);
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect((await sumsOf(api.db, contractId)).counters.counts).toBe(2);
    const other = { ...body, transcriptCount: -1 };
    expect((await admin.post(`${url}/adjustments`, other, key)).status).toBe(422);
  });

  describe("refuses", () => {
    it.each([
      [
        "a count below zero",
        { transcriptCount: -6, seconds: 0 },
        { transcriptCount: "利用件数は5件のため、減らせるのは5件までです。" },
      ],
      [
        "a time below zero",
        { transcriptCount: 0, seconds: -5_011 },
        { seconds: "利用時間は1時間23分30秒のため、減らせるのは1時間23分30秒までです。" },
      ],
      [
        "both figures as zero",
        { transcriptCount: 0, seconds: 0 },
        {
          transcriptCount: "件数と時間のどちらかに、0以外の数を入力してください。",
          seconds: "件数と時間のどちらかに、0以外の数を入力してください。",
        },
      ],
      [
        "a fraction",
        { transcriptCount: 1.5, seconds: 0 },
        { transcriptCount: "件数は整数で入力してください。" },
      ],
      [
        "figures beyond the largest",
        { transcriptCount: 10_000_000, seconds: -600_000_000 },
        {
          transcriptCount: "件数は9,999,999以下で入力してください。",
          seconds: "秒数は-599,999,940以上で入力してください。",
        },
      ],
      [
        "an empty reason",
        { transcriptCount: 1, seconds: 0, reason: " " },
        { reason: "理由を入力してください。" },
      ],
      [
        "a reason of 501 characters",
        { transcriptCount: 1, seconds: 0, reason: "𠮷".repeat(501) },
        { reason: "理由は500文字以内で入力してください。" },
      ],
    ])("%s, and changes nothing", async (_, change, errors) => {
      const { url, contractId } = await aUsedContract(api);
      const answer = await admin.post(`${url}/adjustments`, { reason, ...change });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ code: "VALIDATION_FAILED", errors });
      const { ledger, counters } = await sumsOf(api.db, contractId);
      expect(ledger.rows).toBe(5);
      expect(counters).toEqual({ counts: 5, seconds: 5_010 });
    });

    it("to take anything of nothing", async () => {
      const { url } = await aUsedContract(api, {}, 0);
      const body = { transcriptCount: -1, seconds: -1, reason };
      expect((await admin.post(`${url}/adjustments`, body)).body).toMatchObject({
        errors: {
          transcriptCount: "利用件数は0件のため、減らせません。",
          seconds: "利用時間は0秒のため、減らせません。",
        },
      });
    });

    it("a sum that the counters cannot hold", async () => {
      const { url } = await aUsedContract(api, { usedTranscriptCount: 999_999_999 }, 0);
      const body = { transcriptCount: 1, seconds: 0, reason };
      expect((await admin.post(`${url}/adjustments`, body)).body).toMatchObject({
        errors: {
          transcriptCount: "利用件数の合計が999,999,999件以下になるように入力してください。",
        },
      });
    });
  });

  it("keeps the contract: after an adjustment it cannot be deleted", async () => {
    const { url } = await aUsedContract(api, {}, 0);
    await admin.post(`${url}/adjustments`, { transcriptCount: 1, seconds: 0, reason });
    await admin.post(`${url}/adjustments`, { transcriptCount: -1, seconds: 0, reason });
    expect(await admin.delete(url)).toMatchObject({ status: 409 });
  });
});

describePostgres("simultaneous adjustments", () => {
  const api = suiteApi("postgres", { now: NOW });

  it("of -1 on a count of 5: five of twenty succeed, and the counters equal the ledger", async () => {
    const admin = api.asSystemAdmin();
    const { url, contractId } = await aUsedContract(api);
    const body = { transcriptCount: -1, seconds: -10, reason };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(`${url}/adjustments`, body)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(422)]);
    const left = { counts: 0, seconds: 5_010 - 50 };
    expect(await sumsOf(api.db, contractId)).toEqual({
      ledger: { ...left, rows: 10 },
      daily: { ...left, rows: 10 },
      counters: left,
    });
  });
});
