import iconv from "iconv-lite";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { ContractImportVerdict } from "../../domain/contractImports/rules.ts";
import type { ContractImportCheck } from "../../domain/contractImports/schemas.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { transactOn } from "../../server/db/transact.ts";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";
import { commitContractImport } from "../../server/modules/contractImports/service/commitImport.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import {
  CONTRACT_IMPORTS,
  type ContractsChoice,
  checkContracts,
  contractCheckOf,
  contractImportOf,
  contractsCsv,
  importContracts,
} from "../support/contractImportRequests.ts";
import { CONTRACTS, codeOf, contractOf } from "../support/contractRequests.ts";
import { aContract, type ContractInput, someUsage } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";
import { perSuite, perTest } from "../support/perSuite.ts";

const NOW = "2026-04-15T10:00:00+09:00";

describeDatabase("/contract-imports", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const admin = perSuite(async () => api.asSystemAdmin(await api.aUser({ userName: "契約 担当" })));
  const own = perTest(() => api.organization());
  let no: string;

  beforeEach(async () => {
    api.clock.set(NOW);
    no = await numberOf(own.organizationId);
  });

  const numberOf = async (id: number) => {
    const row = await api.db
      .selectFrom("organizations")
      .select("organization_no")
      .where("organization_id", "=", id)
      .executeTakeFirstOrThrow();
    return row.organization_no;
  };
  const expectProblem = (answer: Answer, status: number, body: object) =>
    expect([answer.status, answer.body]).toMatchObject([status, body]);
  const checked = async (rows: readonly string[], head?: string) => {
    const content = contractsCsv(rows, head);
    const answer = await checkContracts(admin, content);
    expect(answer.status, answer.text).toBe(200);
    return { ...contractCheckOf(answer), content };
  };
  type Checked = { content: string; digest: string };
  const commit = ({ content, digest }: Checked, choice: Partial<ContractsChoice> = {}) =>
    importContracts(admin, content, { digest, ...choice });
  const committed = async (rows: readonly string[], head?: string) => {
    const answer = await commit(await checked(rows, head));
    expect(answer.status, answer.text).toBe(201);
    return contractImportOf(answer);
  };
  const revert = ({ contractImportId }: { contractImportId: number }) =>
    admin.post(`${CONTRACT_IMPORTS}/${contractImportId}/revert`, {});
  const rowsOf = ({ rows }: ContractImportCheck, verdict: ContractImportVerdict) =>
    rows.filter((row) => row.verdict === verdict);
  const reasonsOf = (dryRun: ContractImportCheck) =>
    rowsOf(dryRun, "ERROR").map(({ line, reason }) => `${line}行目：${reason}`);
  const contract = (input: Partial<ContractInput> = {}) =>
    aContract(api.db, {
      ...own,
      startDate: "2026-04-01",
      endDate: "2027-03-31",
      maxTranscriptCount: 100,
      ...input,
    });
  const read = async (id: number) => contractOf(await admin.get(`${CONTRACTS}/${id}`));
  const contracts = async (id = own.organizationId) => {
    const { rows } = await sql<Record<string, unknown>>`
      select c.contract_id as id, c.start_date as start, c.end_date as end,
        c.max_transcript_count as count, c.max_transcript_minutes as minutes,
        c.admin_name as admin, c.admin_name_kana as kana, c.admin_email as email, c.memo, c.version
      from contracts c where c.organization_id = ${id} order by c.start_date`.execute(api.db);
    return rows;
  };

  it("says what a file would do, row by row, and changes nothing", async () => {
    const other = await api.anOrganization();
    const otherUser = await api.aUser({ organizationId: other });
    const used = await contract({ usedTranscriptCount: 37, memo: "旧" });
    await contract({ startDate: "2025-04-01", endDate: "2026-03-31" });
    await contract({
      startDate: "2024-04-01",
      endDate: "2025-03-31",
      terminationDate: "2024-12-31",
    });
    const before = await contracts();
    const rest = "100,無制限,山田 太郎,,yamada@example.com,";
    const dryRun = await checked([
      `${no},2026/04/01,2027/03/31,１００件,,佐藤 花子,さとう はなこ,,"1行目\n""2行目"""`,
      `${no},2027年4月1日,2028/3/31,"1,000",8時間45分,新任 一郎,,${someEmail().toUpperCase()},`,
      `${no},2025-04-01,2026/03/31,,,,,,`,
      `${no},2026/04/01,2027/03/31,${rest}`,
      `99999999,2026/04/01,2027/03/31,${rest}`,
      `${no},2029/04/01,,,,,,,`,
      `${no},2029/05/01,2029/04/01,${rest}`,
      `${no},2030/04/01,2031/03/31,0,無制限,山田,カナ,メール,`,
      `${no},2030/04/31,2031/03/31,${rest}`,
      `${no},2024/04/01,,50,,,,,`,
      `${no},2032/04/01,2033/03/31,100,無制限,山田,,${otherUser.email},`,
      `${no},2033/04/01,2034/03/31,100,無制限,=山田,,a@example.com,`,
    ]);
    expect(dryRun).toMatchObject({
      fileName: "契約.csv",
      counts: { new: 1, update: 1, unchanged: 1, error: 9 },
    });
    expect(reasonsOf(dryRun)).toEqual([
      "5行目：2行目と組織番号・契約開始日が同じです。",
      "6行目：組織が見つかりませんでした。",
      "7行目：契約終了日を入力してください。文字起こし上限件数を入力してください。文字起こし上限時間（分）を入力してください。管理者名を入力してください。管理者メールアドレスを入力してください。",
      "8行目：契約終了日は契約開始日以降の日付を入力してください。",
      "9行目：文字起こし上限件数は1以上の整数か「無制限」で入力してください。メールアドレスの形式で入力してください。",
      "10行目：契約開始日は日付（例：2026/04/01）で入力してください。",
      "11行目：解約後に変更できるのは、メモのみです。",
      "12行目：このメールアドレスは他の組織で使用されています。",
      "13行目：管理者名に計算式のような値（=、+、-、@で始まる値）は使用できません。",
    ]);
    expect(rowsOf(dryRun, "ERROR").map(({ wrong }) => wrong)).toEqual([
      ["organizationNo", "startDate"],
      ["organizationNo"],
      ["endDate", "maxTranscriptCount", "maxTranscriptMinutes", "adminName", "adminEmail"],
      ["endDate"],
      ["maxTranscriptCount", "adminEmail"],
      ["startDate"],
      ["maxTranscriptCount"],
      ["adminEmail"],
      ["adminName"],
    ]);
    expect(rowsOf(dryRun, "UPDATE")).toMatchObject([
      {
        before: { adminName: "山田 太郎", memo: "旧" },
        after: {
          adminName: "佐藤 花子",
          adminNameKana: "サトウ ハナコ",
          memo: '1行目\n"2行目"',
          maxTranscriptCount: 100,
        },
      },
    ]);
    expect(rowsOf(dryRun, "NEW")).toMatchObject([
      {
        before: null,
        after: {
          startDate: "2027-04-01",
          endDate: "2028-03-31",
          maxTranscriptCount: 1000,
          maxTranscriptMinutes: 525,
        },
      },
    ]);
    expect(await contracts()).toEqual(before);
    const tooLow = await checked([`${no},2026/04/01,,36,,,,,`]);
    expect(reasonsOf(tooLow)).toEqual([
      "2行目：文字起こし上限件数は利用済みの37件以上で入力してください。",
    ]);
    expect((await read(used)).version).toBe(1);
    expect((await admin.get(`${CONTRACT_IMPORTS}?size=1`)).body).toMatchObject({ content: [] });
  });

  it("compares periods at the end of the whole file", async () => {
    await contract();
    await contract({ startDate: "2028-04-01", endDate: "2029-03-31" });
    const rest = "100,無制限,山田 太郎,,yamada@example.com,";
    const dryRun = await checked([
      // Gives days up, which the next row takes.
      `${no},2026/04/01,2026/09/30,,,,,,`,
      `${no},2026/10/01,2027/03/31,${rest}`,
      `${no},2027/05/01,2027/07/31,${rest}`,
      `${no},2027/07/31,2027/08/31,${rest}`,
      `${no},2029/03/31,2029/12/31,${rest}`,
    ]);
    expect(reasonsOf(dryRun)).toEqual([
      "4行目：5行目と契約期間が重複しています。",
      "5行目：4行目と契約期間が重複しています。",
      "6行目：登録済みの契約（2028/04〜2029/03）と契約期間が重複しています。",
    ]);
    expect((await commit(dryRun, { skipErrors: true })).status).toBe(201);
    expect(await contracts()).toMatchObject([
      { start: "2026-04-01", end: "2026-09-30", version: 2 },
      { start: "2026-10-01", end: "2027-03-31", version: 1 },
      { start: "2028-04-01" },
    ]);
  });

  it("adds and changes as one event with one for each contract, and tells alerts and receivers", async () => {
    const id = await contract({ maxTranscriptCount: 100, memo: "残る" });
    const eventsBefore = (await storedEvents(api.db)).length;
    const done = await committed([
      `${no},2026/04/01,,無制限,600,,,,`,
      `${no},2027/04/01,2028/03/31,1000,無制限,新任 一郎,シンニン イチロウ,new@example.com,備考です`,
    ]);
    expect(done).toMatchObject({
      result: { added: 1, updated: 1, unchanged: 0, skipped: 0 },
      revertibleUntil: "2026-04-22T01:00:00.000Z",
    });
    expect(await contracts()).toMatchObject([
      { id, count: null, minutes: 600, memo: "残る", admin: "山田 太郎", version: 2 },
      { start: "2027-04-01", count: 1000, minutes: null, kana: "シンニン イチロウ", version: 1 },
    ]);
    const events = (await storedEvents(api.db)).slice(eventsBefore);
    const ofImport = events.filter(({ operation }) => operation === "commitContractImport");
    expect(ofImport.filter(({ target_kind }) => target_kind === "contract")).toHaveLength(2);
    expect(ofImport.filter(({ target_kind }) => target_kind === "contractImport")).toMatchObject([
      { target_name: "契約.csv", counts: { added: 1, updated: 1 } },
    ]);
    const { rows: asked } = await sql`
      select 1 from alert_requests where organization_id = ${own.organizationId}`.execute(api.db);
    expect(asked).toHaveLength(1);
    expect((await admin.get(`${CONTRACT_IMPORTS}?size=1`)).body).toMatchObject({
      content: [{ createdByName: "契約 担当" }],
    });
    // The list and its counters know the new contract.
    expect(
      (await admin.get(`${CONTRACTS}/summary?organizationId=${own.organizationId}`)).body,
    ).toMatchObject({ total: 2, status: { UPCOMING: 1 } });
  });

  it("reads what the export of the list writes, and changes nothing by it", async () => {
    await contract({ memo: '=1+1\n"引用"、カンマ,', adminEmail: "+plus@example.com" });
    await contract({
      startDate: "2025-04-01",
      endDate: "2026-03-31",
      terminationDate: "2025-12-31",
      maxTranscriptMinutes: 1200,
      memo: "'=1+1",
    });
    const { text } = await admin.get(`${CONTRACTS}/export?organizationId=${own.organizationId}`);
    const round = { ...contractCheckOf(await checkContracts(admin, text)), content: text };
    expect(round).toMatchObject({
      encoding: "utf-8-bom",
      counts: { new: 0, update: 0, unchanged: 2, error: 0 },
    });
    expect(round.ignoredColumns).toEqual([
      "契約ID",
      "組織名（フリガナ）",
      "ステータス",
      "利用状況",
      "利用件数",
      "利用時間（分）",
      "解約日",
      "解約理由",
      "登録日時",
      "更新日時",
    ]);
    expectProblem(await commit(round), 422, { errors: { file: "変更はありません。" } });
    const renamed = text.replaceAll("試験株式会社", "別の会社");
    expect(reasonsOf(contractCheckOf(await checkContracts(admin, renamed)))).toEqual([
      "2行目：組織名が組織番号の組織と異なります。",
      "3行目：組織名が組織番号の組織と異なります。",
    ]);
  });

  it("names the rows that a spreadsheet seems to have converted", async () => {
    const dryRun = await checked(
      [`${no},2027/04/01,1.00E+05`, "1E+07,2027/04/01,1"],
      "組織番号,契約開始日,文字起こし上限件数",
    );
    expect(dryRun.converted).toEqual({ total: 2, lines: [2, 3] });
  });

  it("reads Shift_JIS, full-width digits, and columns in another order under other names", async () => {
    const wide = no.replaceAll(/\d/g, (digit) => "０１２３４５６７８９".charAt(Number(digit)));
    const text = contractsCsv(
      [`R9.4.1,${wide},2028/03/31,１０,無制限,髙橋,t@example.com`],
      "開始日,組織番号,終了日,上限件数,上限時間,管理者,管理者メール",
    );
    const dryRun = contractCheckOf(
      await checkContracts(admin, new Uint8Array(iconv.encode(text, "cp932"))),
    );
    expect(dryRun).toMatchObject({ encoding: "cp932", counts: { new: 1, error: 0 } });
    expect(dryRun.rows).toMatchObject([
      { after: { startDate: "2027-04-01", adminName: "髙橋", maxTranscriptCount: 10 } },
    ]);
  });

  it.each([
    ["an empty file", "", "FILE_UNREADABLE", 422, "ファイルが空です。契約の"],
    ["headings alone", contractsCsv([]), "FILE_UNREADABLE", 422, "ファイルに契約がありません。"],
    [
      "a missing key",
      contractsCsv(["10000001,2026/04/01"], "組織番号,契約終了日"),
      "FILE_UNREADABLE",
      422,
      "1行目：見出しに「契約開始日」がありません。",
    ],
    [
      "1,001 contracts",
      contractsCsv(Array.from({ length: 1001 }, () => "10000001,2026/04/01,,,,,,,")),
      "LIMIT_EXCEEDED",
      431,
      "一度に取り込める契約は1,000件までです。",
    ],
  ])("refuses %s", async (_, content, code, status, message) => {
    const answer = await checkContracts(admin, content);
    expectProblem(answer, status, { code });
    expect(Reflect.get(Object(answer.body), "message")).toContain(message);
  });

  it("needs a decision about error rows, which say what stands in the file", async () => {
    const good = `${no},2027/04/01,2028/03/31,10,無制限,山田,,a@example.com,`;
    const dryRun = await checked([good, `${no},2028/04/01,あした,10,無制限,山田,,a@example.com,`]);
    expectProblem(await commit(dryRun), 422, { code: "IMPORT_HAS_ERRORS" });
    expect(rowsOf(dryRun, "ERROR")).toMatchObject([
      {
        line: 3,
        reason: "契約終了日は日付（例：2026/04/01）で入力してください。",
        cells: { organizationNo: no, startDate: "2028/04/01", endDate: "あした" },
      },
    ]);
    expect(rowsOf(dryRun, "NEW")).toMatchObject([{ cells: null }]);
    expect((await commit(dryRun, { skipErrors: true })).body).toMatchObject({
      result: { added: 1, skipped: 1 },
    });
  });

  it("is told of a contract that was changed between the dry run and the commit", async () => {
    const id = await contract();
    const dryRun = await checked([`${no},2026/04/01,,200,,,,,`]);
    const { version } = await read(id);
    const headers = { "if-match": `"${version}"` };
    const edited = await admin.patch(`${CONTRACTS}/${id}`, { memo: "別の変更" }, headers);
    expect(edited.status, edited.text).toBe(200);
    expectProblem(await commit(dryRun), 409, { code: "CONTRACTS_CHANGED" });
    const again = await checked([`${no},2026/04/01,,200,,,,,`]);
    expect((await commit(again)).status).toBe(201);
    expectProblem(await commit(again), 409, { code: "CONTRACTS_CHANGED" });
    expect(await read(id)).toMatchObject({ maxTranscriptCount: 200, memo: "別の変更" });
  });

  it("takes the digest of a file for no other organization, start date or error row", async () => {
    const otherNo = await numberOf(await api.anOrganization());
    const rest = "2028/03/31,10,無制限,山田,,a@example.com,";
    const wrong = `${no},2028/04/01,あした,10,無制限,山田,,a@example.com,`;
    const { content, digest } = await checked([`${no},2027/04/01,${rest}`, wrong]);
    for (const rows of [
      [`${otherNo},2027/04/01,${rest}`, wrong],
      [`${no},2027/05/01,${rest}`, wrong],
      [`${no},2027/04/01,${rest}`, wrong.replace("あした", "あさって")],
    ]) {
      const answer = await commit({ content: contractsCsv(rows), digest }, { skipErrors: true });
      expectProblem(answer, 409, { code: "CONTRACTS_CHANGED" });
    }
    expect((await commit({ content, digest }, { skipErrors: true })).status).toBe(201);
  });

  it("is told of use that has passed a cap, and of a contract that has ended", async () => {
    const id = await contract();
    const dryRun = await checked([`${no},2026/04/01,,50,,,,,`]);
    await api.db
      .updateTable("contract_usage")
      .set({ transcript_count: 51 })
      .where("contract_id", "=", id)
      .execute();
    expectProblem(await commit(dryRun), 409, { code: "CONTRACTS_CHANGED" });
    const cap = await checked([`${no},2026/04/01,,60,,,,,`]);
    api.clock.set("2027-04-01T00:00:00+09:00");
    expectProblem(await commit(cap), 409, { code: "CONTRACTS_CHANGED" });
    expect((await read(id)).maxTranscriptCount).toBe(100);
  });

  it("lets one of three commits with the same contracts win", async () => {
    const id = await contract();
    const colleague = api.asSystemAdmin(await api.aUser());
    const file = contractsCsv([
      `${no},2026/04/01,2026/12/31,,,,,,`,
      `${no},2027/01/01,2027/12/31,10,無制限,競争,,a@example.com,`,
    ]);
    const { digest } = contractCheckOf(await checkContracts(admin, file));
    expect(contractCheckOf(await checkContracts(colleague, file)).digest).toBe(digest);
    const send = (client: ApiClient) => importContracts(client, file, { digest });
    const answers = await Promise.all([send(admin), send(admin), send(colleague)]);
    const codes = answers.map((answer) => (answer.status === 201 ? 201 : codeOf(answer)));
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    for (const code of codes) expect([201, "CONTRACTS_CHANGED"]).toContain(code);
    expect(await contracts()).toMatchObject([{ id, version: 2 }, { admin: "競争" }]);
    expect(await contracts()).toHaveLength(2);
  });

  it("leaves nothing of a commit that ends before it is done", async () => {
    await contract();
    const { content, digest } = await checked([
      `${no},2026/04/01,,200,,,,,`,
      `${no},2027/04/01,2028/03/31,10,無制限,途中,,a@example.com,`,
    ]);
    const counts = async () => {
      const { rows } = await sql`select (select count(*) from contracts) as contracts,
        (select count(*) from contract_usage) as usage,
        (select count(*) from audit_events) as events,
        (select count(*) from contract_import_changes) as changes,
        (select count(*) from contract_imports) as imports,
        (select sum(version) from contracts) as versions`.execute(api.db);
      return rows[0];
    };
    const before = await counts();
    const files = new DictionaryFiles();
    const deps = { files, now: api.clock.now, transact: transactOn(api.db) };
    const body = { file: new File([content], "途中.csv"), digest };
    const { userId } = await api.aUser();
    await expect(
      actAsSystem("test", () => commitContractImport(deps, userId, body, AbortSignal.abort())),
    ).rejects.toThrow();
    await files.close();
    expect(await counts()).toEqual(before);
  });

  it("shows system admins the imports of each other", async () => {
    const done = await committed([`${no},2027/04/01,2028/03/31,10,無制限,山田,,a@example.com,`]);
    const url = `${CONTRACT_IMPORTS}/${done.contractImportId}`;
    expect((await api.asSystemAdmin(await api.aUser()).get(url)).status).toBe(200);
  });

  describe("undone", () => {
    const rest = "10,無制限,山田,,a@example.com,";

    it("deletes what was added and restores what was changed, periods that swap days among them", async () => {
      const first = await contract({ memo: "旧", maxTranscriptCount: 100 });
      const before = await contracts();
      const done = await committed([
        `${no},2026/04/01,2026/09/30,無制限,300,佐藤,サトウ,sato@example.com,新`,
        `${no},2026/10/01,2027/09/30,${rest}`,
      ]);
      const answer = await revert(done);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({
        undone: { removed: 1, restored: 1 },
        revertibleUntil: null,
      });
      expect(await contracts()).toEqual(before.map((row) => ({ ...row, version: 3 })));
      expectProblem(await revert(done), 409, { code: "ALREADY_REVERTED" });
      expect(await read(first)).toMatchObject({ usedTranscriptCount: 0 });
    });

    it.each([
      [
        "changed",
        "CHANGED",
        (id: number) => sql`update contracts set admin_name = '別の' where contract_id = ${id}`,
      ],
      [
        "terminated",
        "CHANGED",
        (id: number) =>
          sql`update contracts set termination_date = end_date, termination_reason = '統合'
            where contract_id = ${id}`,
      ],
      [
        "used",
        "USED",
        (id: number) =>
          sql`update contract_usage set transcript_count = 1 where contract_id = ${id}`,
      ],
    ])("refuses all of it if a contract that it added was %s since", async (_, reason, change) => {
      await contract();
      const done = await committed([
        `${no},2026/04/01,,200,,,,,`,
        `${no},2027/04/01,2028/03/31,${rest}`,
      ]);
      const added = (await contracts()).at(1);
      await change(Number(added?.id)).execute(api.db);
      const left = await contracts();
      const answer = await revert(done);
      expectProblem(answer, 409, {
        code: "UNDO_REFUSED",
        contracts: [{ contractId: added?.id, startDate: "2027-04-01", reason }],
      });
      expect(await contracts()).toEqual(left);
    });

    it("refuses a cap below what was used, and days that were used", async () => {
      const id = await contract();
      const done = await committed([`${no},2026/04/01,2027/12/31,200,,,,,`]);
      await api.db
        .updateTable("contract_usage")
        .set({ transcript_count: 101 })
        .where("contract_id", "=", id)
        .execute();
      expectProblem(await revert(done), 409, { contracts: [{ reason: "USED" }] });
      await api.db
        .updateTable("contract_usage")
        .set({ transcript_count: 1 })
        .where("contract_id", "=", id)
        .execute();
      await someUsage(api.db, { ...own, contractId: id, date: "2027-04-01", seconds: 60 });
      expectProblem(await revert(done), 409, { contracts: [{ reason: "USED" }] });
      await sql`delete from usage_daily where contract_id = ${id}`.execute(api.db);
      expect((await revert(done)).status).toBe(200);
      expect(await read(id)).toMatchObject({ endDate: "2027-03-31", maxTranscriptCount: 100 });
    });

    it("refuses former days that another contract has by now", async () => {
      const id = await contract();
      const done = await committed([`${no},2026/04/01,2026/09/30,,,,,,`]);
      await contract({ startDate: "2026-10-01", endDate: "2026-12-31" });
      expectProblem(await revert(done), 409, {
        contracts: [{ contractId: id, reason: "OVERLAPS" }],
      });
    });

    it("refuses a contract that was changed and changed back, and goes back over two imports", async () => {
      const id = await contract({ maxTranscriptCount: 100 });
      const first = await committed([`${no},2026/04/01,,200,,,,,`]);
      const second = await committed([`${no},2026/04/01,,300,,,,,`]);
      expect((await revert(second)).body).toMatchObject({ undone: { restored: 1 } });
      const third = await committed([`${no},2026/04/01,,400,,,,,`]);
      for (const maxTranscriptCount of [500, 400]) {
        await admin.patch(`${CONTRACTS}/${id}`, { maxTranscriptCount });
      }
      expectProblem(await revert(third), 409, {
        code: "UNDO_REFUSED",
        contracts: [{ contractId: id, reason: "CHANGED" }],
      });
      expectProblem(await revert(first), 409, { contracts: [{ reason: "CHANGED" }] });
    });

    it("leaves contracts that were deleted since", async () => {
      const done = await committed([
        `${no},2027/04/01,2028/03/31,${rest}`,
        `${no},2028/04/01,2029/03/31,${rest}`,
      ]);
      const [first] = await contracts();
      await sql`delete from contracts where contract_id = ${first?.id}`.execute(api.db);
      expect((await revert(done)).body).toMatchObject({ undone: { removed: 1, restored: 0 } });
      expect(await contracts()).toEqual([]);
    });

    it("only within 7 days", async () => {
      const done = await committed([`${no},2027/04/01,2028/03/31,${rest}`]);
      api.clock.advance(7 * 24 * 60 + 1);
      expectProblem(await revert(done), 422, { code: "TOO_LATE" });
    });

    it("refuses once an erasing has taken a part of it", async () => {
      const done = await committed([`${no},2027/04/01,2028/03/31,${rest}`]);
      await sql`delete from contract_import_changes
        where contract_import_id = ${done.contractImportId}`.execute(api.db);
      expectProblem(await revert(done), 409, { code: "UNDO_REFUSED", contracts: [] });
    });
  });
});
