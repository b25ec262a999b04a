import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import {
  byLineOrder,
  type CanonicalRow,
  CLOSING_FORM,
  headLines,
  rowLine,
} from "../../domain/closings/canonical.ts";
import { type CountedRow, closingFigures, UNUSUAL } from "../../domain/closings/rules.ts";
import type { MonthContract } from "../../domain/closings/schemas.ts";
import type { Tables } from "../../server/db/tables.ts";
import { verifyStatements } from "../../server/modules/closings/service/verifyStatements.ts";
import { suiteApi } from "../support/api.ts";
import { latestEvent } from "../support/auditEvents.ts";
import { CONTRACTS } from "../support/contractRequests.ts";
import { aContract, type ContractInput } from "../support/contractRows.ts";
import { describeDatabase, describeEachEngine } from "../support/database.ts";
import { type LedgerInput, ledgerRows } from "../support/ledgerRows.ts";
import { CLOSINGS } from "../support/resourceRows/closings.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";

const NOW = "2026-06-03T10:00:00+09:00";
const year = { startDate: "2026-01-01", endDate: "2026-12-31" };
const reason = "計上漏れのため";

let events = 0;
const eventOn = (day: string, seconds = 60): LedgerInput => {
  events += 1;
  return { eventId: `event-${events}`, occurredAt: `${day}T10:00:00+09:00`, seconds };
};
const adjustmentOn = (day: string, transcriptCount: number, seconds: number): LedgerInput => ({
  eventId: null,
  occurredAt: `${day}T23:00:00+09:00`,
  transcriptCount,
  seconds,
});

describeDatabase("POST /closings", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();
  let adjustedBy: string;
  beforeAll(async () => {
    adjustedBy = (await api.aUser()).userId;
  });

  async function contractOf(rows: LedgerInput[], input: Partial<ContractInput> = {}) {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, ...year, ...input });
    const add = (more: LedgerInput[]) =>
      ledgerRows(api.db, { organizationId, contractId, adjustedBy }, more);
    if (rows.length > 0) await add(rows);
    const close = (month: string, more: object = {}) =>
      admin.post(CLOSINGS, { month, contractIds: [contractId], ...more });
    return { organizationId, contractId, add, close };
  }
  const closingsOf = async (contractId: number) => {
    const { status, body } = await admin.get(`${CLOSINGS}?contractId=${contractId}`);
    expect(status).toBe(200);
    return Object(body).content;
  };

  it("keeps the figures of the month, its adjustments, and the root of its rows", async () => {
    const { contractId, organizationId, close } = await contractOf([
      eventOn("2026-04-30"),
      eventOn("2026-05-01", 100),
      { ...eventOn("2026-05-31", 20), eventId: '"quoted\\"' },
      adjustmentOn("2026-05-31", -1, -30),
      eventOn("2026-06-01"),
    ]);
    const { status, body } = await close("2026-05");
    expect(status).toBe(200);
    expect(body).toEqual({ month: "2026-05", closed: 1, closedBefore: 0, left: 0 });
    const [closing] = await closingsOf(contractId);
    expect(closing).toMatchObject({
      month: "2026-05",
      version: 1,
      organizationId,
      contractId,
      transcripts: 2,
      seconds: 120,
      events: 2,
      adjustments: { transcripts: -1, seconds: -30 },
      late: { transcripts: 0, seconds: 0, events: 0 },
      sum: { transcripts: 1, seconds: 90 },
      previousRoot: null,
      reason: null,
      closedAt: new Date(NOW).toISOString(),
      closedByName: "管理 者",
    });
    expect(closing.root).toBe(await rootOf(api.db, closing, () => true));
    expect(await storedDays(api.db, contractId, 1)).toEqual(
      closingFigures("2026-05", await monthRows(api.db, contractId)).days,
    );
    // What was before, and the statement.
    expect(await totalsOf(api.db, contractId)).toEqual([{ transcripts: 2, seconds: 150 }]);
    expect(await latestEvent(api.db)).toMatchObject({
      operation: "closeMonth",
      target_kind: "closing",
      target_name: "2026-05",
      counts: { contracts: 1 },
    });
  });

  it("carries what comes late into the next statement, with its day", async () => {
    const { contractId, add, close } = await contractOf([eventOn("2026-04-10")]);
    expect((await close("2026-04")).status).toBe(200);
    await add([eventOn("2026-04-30", 7), adjustmentOn("2026-04-30", 2, 5), eventOn("2026-05-02")]);
    expect((await close("2026-05")).status).toBe(200);
    const [may, april] = await closingsOf(contractId);
    expect(april).toMatchObject({ sum: { transcripts: 1, seconds: 60 } });
    expect(may).toMatchObject({
      transcripts: 1,
      seconds: 60,
      late: { transcripts: 3, seconds: 12, events: 2 },
      sum: { transcripts: 4, seconds: 72 },
      previousRoot: april.root,
    });
    expect(may.root).toBe(
      await rootOf(
        api.db,
        may,
        ({ usageDate, ledgerId }) => usageDate >= "2026-05-01" || ledgerId > april.boundary,
      ),
    );
    expect(await storedDays(api.db, contractId, 1)).toContainEqual({
      day: "2026-04-30",
      workspaceId: null,
      transcripts: 1,
      seconds: 7,
      adjustments: { transcripts: 2, seconds: 5 },
    });
    expect(await totalsOf(api.db, contractId)).toEqual([
      { transcripts: 1, seconds: 60 },
      { transcripts: 5, seconds: 132 },
    ]);
  });

  it("reads as a statement with its days and versions, for the own organization and its keys", async () => {
    const { contractId, organizationId, add, close } = await contractOf(
      [eventOn("2026-03-10"), adjustmentOn("2026-03-10", 1, 1), eventOn("2026-04-10")],
      { maxTranscriptCount: 100, maxTranscriptMinutes: null },
    );
    await close("2026-04");
    await add([
      eventOn("2026-04-30", 7),
      eventOn("2026-05-02"),
      adjustmentOn("2026-05-02", -1, -5),
    ]);
    await close("2026-05");
    await close("2026-05", { reason });
    await add([adjustmentOn("2026-05-02", -1, -5)]);
    await api.db
      .updateTable("contracts")
      .set({ max_transcript_count: 7 })
      .where("contract_id", "=", contractId)
      .execute();
    const path = `/contracts/${contractId}/statements/2026-05`;
    const { status, body } = await admin.get(`/admin/api/v1${path}`);
    expect(status).toBe(200);
    const none = { transcripts: 0, seconds: 0 };
    const noPlace = { workspaceId: null, workspaceName: null };
    expect(body).toMatchObject({
      month: "2026-05",
      version: 2,
      contractId,
      sum: { transcripts: 1, seconds: 62 },
      days: [
        {
          day: "2026-04-30",
          ...noPlace,
          transcripts: 1,
          seconds: 7,
          adjustments: none,
          late: true,
        },
        {
          day: "2026-05-02",
          ...noPlace,
          transcripts: 1,
          seconds: 60,
          adjustments: { transcripts: -1, seconds: -5 },
          late: false,
        },
      ],
      versions: [{ version: 1 }, { version: 2 }],
      number: `202605-${contractId}-2`,
      ...year,
      caps: { transcripts: 100, minutes: null },
      // Of all that was used up to then.
      left: { transcripts: 96, seconds: null },
      adjusted: [{ day: "2026-05-02", transcripts: -1, seconds: -5, reason: "訂正", late: false }],
    });
    expect(body).not.toHaveProperty("reason");
    expect(body).not.toHaveProperty("closedByName");
    expect((await admin.get(`/admin/api/v1${path}?version=1`)).body).toMatchObject({ version: 1 });
    for (const other of ["?version=3", "", "0"].map((end) => `2026-0${end ? `5${end}` : "6"}`)) {
      expect((await admin.get(`${CONTRACTS}/${contractId}/statements/${other}`)).status).toBe(404);
    }

    const member = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    expect((await member.get(`/api/v1${path}`)).body).toEqual(body);
    const list = await member.get(`/api/v1/closings?contractId=${contractId}`);
    expect(list.body).toMatchObject({ totalElements: 3, content: [{ version: 2 }, {}, {}] });

    const csv = await member.get(`/api/v1${path}/export`);
    expect(csv.text.split("\r\n").slice(0, 3)).toEqual([
      "\ufeff利用日,区分,ワークスペースID,ワークスペース,件数,時間（秒）,調整件数,調整時間（秒）",
      "2026/04/30,過月分,,ワークスペースなし,1,7,0,0",
      "2026/05/02,当月,,ワークスペースなし,1,60,-1,-5",
    ]);

    const { key } = await aServiceKey(api, { scopes: ["statements.read"] });
    const other = await api.anOrganization();
    const bound = await aServiceKey(api, {
      scopes: ["statements.read"],
      organizationIds: [other],
    });
    expect((await withKey(api, key).get(`/api/v1${path}`)).body).toEqual(body);
    expect((await withKey(api, bound.key).get(`/api/v1${path}`)).status).toBe(404);
  });

  it("closes a month again with a reason, takes in what came meanwhile, and keeps both versions", async () => {
    const { contractId, add, close } = await contractOf([eventOn("2026-05-10")]);
    await close("2026-05");
    const { status, body } = await close("2026-05");
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "MONTH_CLOSED" });
    await add([eventOn("2026-05-11", 5)]);
    expect((await close("2026-05", { reason })).status).toBe(200);
    const [second, first] = await closingsOf(contractId);
    expect(first).toMatchObject({ version: 1, transcripts: 1, seconds: 60, reason: null });
    expect(second).toMatchObject({ version: 2, transcripts: 2, seconds: 65, reason });
    expect(second.boundary).toBeGreaterThan(first.boundary);
  });

  it("refuses to close a month again once a later one has carried what came late", async () => {
    const { close } = await contractOf([eventOn("2026-04-10")]);
    await close("2026-04");
    await close("2026-05");
    const { status, body } = await close("2026-04", { reason });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "LATER_MONTH_CLOSED" });
  });

  it("refuses a month whose month before is open, once closings have begun", async () => {
    const { close } = await contractOf([eventOn("2026-03-10")]);
    await close("2026-03");
    const { status, body } = await close("2026-05");
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "EARLIER_MONTH_OPEN" });
  });

  it("refuses the current month, unknown contracts, those without the month, and a reason for all", async () => {
    const { close, contractId } = await contractOf([], { startDate: "2026-05-01" });
    expect((await close("2026-06")).body).toMatchObject({ code: "MONTH_NOT_OVER" });
    expect((await close("2026-04")).body).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: { contractIds: expect.any(String) },
    });
    const unknown = { month: "2026-05", contractIds: [contractId, 99_999_999] };
    expect((await admin.post(CLOSINGS, unknown)).status).toBe(422);
    expect((await admin.post(CLOSINGS, { month: "2026-05", reason })).body).toMatchObject({
      errors: { contractIds: "再締めする契約を選択してください。" },
    });
    expect(await closingsOf(contractId)).toEqual([]);
  });

  it("keeps a closed contract, also one that nothing was used of", async () => {
    const { close, contractId } = await contractOf([]);
    await close("2026-05");
    const { status, body } = await admin.delete(`${CONTRACTS}/${contractId}`, {
      "if-match": '"1"',
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: "CONTRACT_HAS_CLOSINGS",
      message: "月次の締めを行った契約は削除できません。解約してください。",
    });
  });
});

describeDatabase("a month of all contracts", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  it("is listed with what is unusual, and closed in one act, ended contracts with late items too", async () => {
    const { userId: adjustedBy } = await api.aUser();
    const make = async (rows: LedgerInput[], input: Partial<ContractInput> = {}) => {
      const organizationId = await api.anOrganization();
      const contractId = await aContract(api.db, { organizationId, ...year, ...input });
      const contract = { organizationId, contractId, adjustedBy };
      if (rows.length > 0) await ledgerRows(api.db, contract, rows);
      return contract;
    };
    const idle = await make([]);
    const twice = await make([eventOn("2026-04-10", 60), eventOn("2026-05-10", 200)], {
      startDate: "2026-04-01",
    });
    const adjusted = await make([
      eventOn("2026-04-10", 60),
      eventOn("2026-05-10"),
      adjustmentOn("2026-05-31", 1, 30),
    ]);
    const ended = await make([eventOn("2026-03-10")], { endDate: "2026-03-31" });
    const gone = await make([eventOn("2026-03-10")], { endDate: "2026-03-31" });
    for (const { contractId } of [ended, gone]) {
      await admin.post(CLOSINGS, { month: "2026-03", contractIds: [contractId] });
    }
    await ledgerRows(api.db, ended, [adjustmentOn("2026-03-31", -1, -10)]);

    const list = await admin.get(`${CLOSINGS}/contracts?month=2026-05&closed=false`);
    expect(list.status).toBe(200);
    const content: MonthContract[] = Object(list.body).content;
    expect(content.map(({ contractId }) => contractId)).toEqual(
      [idle, twice, adjusted, ended].map(({ contractId }) => contractId),
    );
    expect(content[0]).toMatchObject({
      transcripts: 0,
      before: { transcripts: 0, seconds: 0 },
      unusual: ["NO_USE"],
      closing: null,
    });
    expect(content[1]).toMatchObject({
      transcripts: 1,
      seconds: 200,
      before: { transcripts: 1, seconds: 60 },
      unusual: ["TWICE_USUAL"],
    });
    expect(content[2]).toMatchObject({
      transcripts: 1,
      seconds: 60,
      adjustments: { transcripts: 1, seconds: 30 },
      unusual: ["TWICE_USUAL", "ADJUSTMENT_OF_OTHER_MONTH"],
    });

    expect((await admin.get(`${CLOSINGS}/summary?month=2026-05`)).body).toEqual({
      month: "2026-05",
      open: 4,
      closed: 0,
      // The ended contract has used nothing in the month.
      unusual: {
        ANY: 4,
        NO_USE: 2,
        TWICE_USUAL: 2,
        ADJUSTMENT_OF_OTHER_MONTH: 1,
        WEBHOOK_PAUSED: 0,
      },
    });
    for (const kind of ["ANY", ...UNUSUAL] as const) {
      const found = await admin.get(`${CLOSINGS}/contracts?month=2026-05&unusual=${kind}`);
      expect(idsIn(found.body), kind).toEqual(
        idsIn({
          content: content.filter(({ unusual }) =>
            kind === "ANY" ? unusual.length > 0 : unusual.includes(kind),
          ),
        }),
      );
    }
    const { organizationId } = twice;
    expect(
      idsIn(
        (await admin.get(`${CLOSINGS}/contracts?month=2026-05&organizationId=${organizationId}`))
          .body,
      ),
    ).toEqual([twice.contractId]);

    const month = { month: "2026-05" };
    const first = await admin.post(CLOSINGS, month);
    expect(first.body).toEqual({ ...month, closed: 4, closedBefore: 0, left: 0 });
    const again = await admin.post(CLOSINGS, month);
    expect(again.body).toEqual({ ...month, closed: 0, closedBefore: 3, left: 0 });
    const closed = await admin.get(`${CLOSINGS}/contracts?month=2026-05&closed=true`);
    expect(Object(closed.body).content).toHaveLength(4);
    expect(Object(closed.body).content[3]).toMatchObject({
      contractId: ended.contractId,
      closing: { version: 1, sum: { transcripts: -1, seconds: -10 } },
    });
    const { body } = await admin.get(`${CLOSINGS}?month=2026-05`);
    expect(body).toMatchObject({ totalElements: 4 });
  });
});

describeEachEngine("the roots of closings", "types", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = api.asSystemAdmin();

  it("are digits that chain the months, and prove them", async () => {
    const organizationId = await api.anOrganization();
    const contractId = await aContract(api.db, { organizationId, ...year });
    for (const month of ["2026-04", "2026-05"]) {
      const { status } = await admin.post(CLOSINGS, { month, contractIds: [contractId] });
      expect(status).toBe(200);
    }
    const { body } = await admin.get(`${CLOSINGS}?contractId=${contractId}`);
    const [may, april] = Object(body).content;
    expect(april.root).toMatch(/^[0-9a-f]{64}$/);
    expect(may.previousRoot).toBe(april.root);
    expect(await verifyStatements(api.db)).toMatchObject({ closings: 2, difference: null });
  });
});

const idsIn = (body: unknown): number[] =>
  Object(body).content.map(({ contractId }: MonthContract) => contractId);

interface LedgerLine extends CanonicalRow {
  usageDate: string;
}

/** The rows of a contract's ledger up to the end of a closing's month, below its boundary. */
async function linesOf(
  db: Kysely<Tables>,
  { contractId, month, boundary }: { contractId: number; month: string; boundary: number },
): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    select organization_id as "organizationId", contract_id as "contractId", event_id as "eventId",
      ledger_id as "ledgerId", usage_date as "usageDate", workspace_id as "workspaceId",
      to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "occurredAt",
      transcript_count as transcripts, seconds
    from ledger
    where contract_id = ${contractId} and ledger_id < ${boundary}
      and to_char(usage_date, 'YYYY-MM') <= ${month}
    order by ledger_id`.execute(db);
  return rows;
}

interface AnsweredClosing {
  organizationId: number;
  contractId: number;
  month: string;
  version: number;
  boundary: number;
  previousRoot: string | null;
}

/** The root of a closing as its page says, over the rows that it carries of its month and those selected. */
async function rootOf(
  db: Kysely<Tables>,
  closing: AnsweredClosing,
  isCarried: (row: LedgerLine) => boolean,
): Promise<string> {
  const rows = (await linesOf(db, closing)).filter(
    (row) =>
      isCarried(row) && (closing.previousRoot !== null || row.usageDate.startsWith(closing.month)),
  );
  const { organizationId, contractId, month, version, boundary, previousRoot } = closing;
  const head = { organizationId, contractId, month, version, boundary, form: CLOSING_FORM };
  const text = headLines(head, previousRoot) + rows.sort(byLineOrder).map(rowLine).join("");
  return createHash("sha256").update(text).digest("hex");
}

async function monthRows(db: Kysely<Tables>, contractId: number): Promise<CountedRow[]> {
  const rows = await linesOf(db, { contractId, month: "2026-05", boundary: 2 ** 40 });
  return rows
    .filter(({ usageDate }) => usageDate.startsWith("2026-05"))
    .map((row) => ({ ...row, isAdjustment: row.eventId === null }));
}

async function storedDays(db: Kysely<Tables>, contractId: number, version: number) {
  const { rows } = await sql<{ days: unknown[] }>`
    select days from closings where contract_id = ${contractId} and month = '2026-05-01'
      and version = ${version}`.execute(db);
  return rows[0]?.days;
}

async function totalsOf(db: Kysely<Tables>, contractId: number) {
  const { rows } = await sql`
    select total_transcripts as transcripts, total_seconds as seconds from closings
    where contract_id = ${contractId} order by month, version`.execute(db);
  return rows;
}
