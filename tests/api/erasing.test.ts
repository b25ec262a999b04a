import { type Kysely, sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { erasure, erasurePreview } from "../../domain/erasing/schemas.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import type { Tables } from "../../server/db/tables.ts";
import { suiteApi } from "../support/api.ts";
import { eventsOf } from "../support/auditEvents.ts";
import {
  CONTRACT_IMPORTS,
  contractCheckOf,
  contractImportOf,
  contractsCsv,
} from "../support/contractImportRequests.ts";
import { CONTRACTS, contractOf } from "../support/contractRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { DICTIONARIES, dictionaryOf, lockFor } from "../support/dictionaryRequests.ts";
import { entriesUrl } from "../support/entryRequests.ts";
import { fileForm, formRequest } from "../support/formRequest.ts";
import { pgDump, rowsAsText, writtenForms } from "../support/fullDump.ts";
import { upload, uploadOf } from "../support/importRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { checkOf, peopleCsv, USER_IMPORTS } from "../support/userImportRequests.ts";
import { MEMBERS, PROFILE, USERS } from "../support/userRequests.ts";
import { aDelivery, aWebhook } from "../support/webhooks.ts";

const NAME = "宝生院 三千代";
const EARLIER = "西園寺 三千代";
const READING = "ホウショウイン ミチヨ";
const EMAIL = "Michiyo.Hoshoin@Example.com".toLowerCase();
const AGENT = "MichiyosBrowser/7.1";

/** All that must not be found afterwards, in the forms in which it may be stored. */
const texts = [NAME, EARLIER, READING, EMAIL, AGENT, NAME.replace(" ", ""), searchKey(NAME)];
const sought = [...texts, searchKey(READING), searchKey(EARLIER)].flatMap(writtenForms);

async function found(db: Kysely<Tables>, engine: string): Promise<string[]> {
  const dump = engine === "postgres" ? await pgDump(db) : undefined;
  const all = (await rowsAsText(db)) + (dump ?? "");
  return all
    .split("\n")
    .filter((line) => sought.some((text) => line.includes(text)))
    .map((line) => line.slice(0, 400));
}

describeDatabase("erasing a person", (engine) => {
  const api = suiteApi(engine, { env: { SMTP_URL: "" } });
  const admin = api.asSystemAdmin();
  const own = perSuite(() => api.organization("青空商事"));
  const person = perSuite(() =>
    api.aUser({
      ...own,
      isOrganizationAdmin: true,
      userName: EARLIER,
      email: EMAIL,
    }),
  );
  let contractId: number;
  let undoing: string;

  beforeAll(async () => {
    await api.aUser({ ...own, isOrganizationAdmin: true, userName: "別の 管理者" });
    await actEverywhere();
  });

  const eraseWith = (confirmation: string) =>
    admin.send("DELETE", `${USERS}/${person.userId}/personal-data`, {
      payload: JSON.stringify({ confirmation }),
      headers: { "content-type": "application/json" },
    });

  const expectDone = ({ status, text }: { status: number; text: string }) => {
    if (status >= 300) throw new Error(text);
  };

  /** Writes the person into all places that have one. */
  async function actEverywhere(): Promise<void> {
    const url = `${USERS}/${person.userId}`;
    expectDone(await admin.patch(url, { userNameKana: READING }));
    await importPeople();
    const contract = await admin.post(
      CONTRACTS,
      {
        ...own,
        organizationName: "青空商事",
        maxTranscriptCount: 100,
        maxTranscriptMinutes: 100,
        adminEmail: EMAIL,
        adminName: NAME,
        adminNameKana: READING,
        startDate: "2026-01-01",
        endDate: "2098-12-31",
        memo: `窓口は${NAME.replace(" ", "")}さん（${EMAIL}）`,
      },
      { "idempotency-key": "contract-of-michiyo" },
    );
    expectDone(contract);
    contractId = contractOf(contract).contractId;
    const adjusted = { transcriptCount: 3, seconds: 60, reason: `${NAME}様のご依頼` };
    expectDone(await admin.post(`${CONTRACTS}/${contractId}/adjustments`, adjusted));
    const terminated = { terminationDate: "2098-06-30", reason: `${NAME}様より` };
    expectDone(await admin.post(`${CONTRACTS}/${contractId}/terminate`, terminated));

    await importContracts();

    const client = api.as(person);
    const agent = { "user-agent": AGENT };
    expectDone(await client.send("GET", PROFILE, { headers: agent }));
    const made = await client.post(
      DICTIONARIES,
      { dictionaryName: "用語", category: "業務辞書" },
      { ...agent, "idempotency-key": "dictionary-of-michiyo" },
    );
    expectDone(made);
    const { dictionaryId } = dictionaryOf(made);
    const lock = await client.post(`${DICTIONARIES}/${dictionaryId}/lock`, {}, agent);
    expectDone(lock);
    const token = { "x-lock-token": String(Reflect.get(Object(lock.body), "lockToken")) };
    const entry = { surface: "議事録", reading: "ギジロク", partOfSpeech: "名詞" };
    expectDone(await client.post(entriesUrl(dictionaryId), entry, { ...agent, ...token }));
    const file = uploadOf("表記,読み\r\n稟議,リンギ\r\n", { name: `${NAME}の単語.csv` });
    expectDone(await upload(client, dictionaryId, file));
    const workspace = { workspaceName: "営業部", memberIds: [person.userId] };
    await client.post("/api/v1/workspaces", workspace, agent);
    expectDone(await client.get(`${MEMBERS}/export`));
    expectDone(await client.send("GET", "/api/v1/audit-events/export", { headers: agent }));
    await lockFor(api, { ...own, dictionaryId, userId: person.userId });
    await writeRowsOfJobs();
  }

  const numberOf = async () => {
    const { rows } = await sql<{ no: string }>`
      select organization_no as no from organizations
      where organization_id = ${own.organizationId}`.execute(api.db);
    return rows[0]?.no ?? "";
  };

  /** An import that has renamed the person. */
  async function importPeople(): Promise<void> {
    const row = `${await numberOf()},${NAME},${READING},${EMAIL}`;
    const file = peopleCsv([row], "組織番号,氏名,フリガナ,メールアドレス");
    const name = `${NAME}.csv`;
    const check = await formRequest(fileForm(file, name));
    const { digest } = checkOf(await admin.send("POST", `${USER_IMPORTS}/check`, check));
    const form = fileForm(file, name, { digest, disablesMissing: false });
    expectDone(await admin.send("POST", USER_IMPORTS, await formRequest(form)));
    await sql`
      insert into user_import_rows (user_import_id, row_no, line, cells)
      select user_import_id, 1, 2, ${JSON.stringify({ email: EMAIL })}::jsonb
      from user_imports limit 1`.execute(api.db);
  }

  /** An import that has added a contract of the person. */
  async function importContracts(): Promise<void> {
    const row = `${await numberOf()},2099-01-01,2099-12-31,10,無制限,${NAME},${READING},${EMAIL},${NAME}様`;
    const file = contractsCsv([row]);
    const name = `${EMAIL}.csv`;
    const check = await formRequest(fileForm(file, name));
    const { digest } = contractCheckOf(
      await admin.send("POST", `${CONTRACT_IMPORTS}/check`, check),
    );
    const form = await formRequest(fileForm(file, name, { digest }));
    const { contractImportId } = contractImportOf(await admin.send("POST", CONTRACT_IMPORTS, form));
    await sql`
      insert into contract_import_rows (contract_import_id, row_no, line, cells)
      select contract_import_id, 1, 2, ${JSON.stringify({ adminEmail: EMAIL })}::jsonb
      from contract_imports limit 1`.execute(api.db);
    undoing = `${CONTRACT_IMPORTS}/${contractImportId}/revert`;
  }

  /** What jobs and failures write, which no request of a test brings about. */
  async function writeRowsOfJobs(): Promise<void> {
    const { db } = api;
    const webhookId = await aWebhook(api);
    const deliveryId = await aDelivery(api, { webhookId, ...own });
    await sql`update webhook_deliveries set last_error = ${`refused for ${EMAIL}`}
      where delivery_id = ${deliveryId}`.execute(db);
    await sql`insert into mails (recipient, due_at) values (${EMAIL}, now())`.execute(db);
    await sql`
      insert into alerts (organization_id, contract_id, kind, message, raised_at)
      values (${own.organizationId}, ${contractId}, 'GAP', ${`${NAME}様の契約`}, now())`.execute(
      db,
    );
    await sql`
      insert into dictionary_lock_releases
        (organization_id, dictionary_id, token_hash, released_by, released_at, reason)
      select organization_id, dictionary_id, '\\x01', ${person.userId}, now(), ${`${NAME}さん不在`}
      from dictionaries where organization_id = ${own.organizationId} limit 1`.execute(db);
    await sql`
      insert into dictionary_handed_rows
        (organization_id, dictionary_id, written_by, handed_to, handed_at, is_given, unsaved)
      select organization_id, dictionary_id, ${person.userId}, ${person.userId}, now(), true,
        jsonb_build_array(${NAME}::text)
      from dictionaries where organization_id = ${own.organizationId} limit 1`.execute(db);
    const output = JSON.stringify({ message: `550 <${EMAIL}>: ${NAME}` });
    await sql`
      update pgboss.job set output = ${output}::jsonb
      where id = (select id from pgboss.job where name = 'account' limit 1)`.execute(db);
    await sql`
      insert into pgboss.archive (id, name, priority, data, state, retry_limit, retry_count,
        retry_delay, retry_backoff, start_after, expire_in, created_on, keep_until, output)
      select id, name, priority, data, 'failed', retry_limit, retry_count, retry_delay,
        retry_backoff, start_after, expire_in, created_on, keep_until, ${output}::jsonb
      from pgboss.job where name = 'account' limit 1`.execute(db);
  }

  it("stands in many places before", async () => {
    const lines = (await found(api.db, engine)).join("\n");
    for (const text of [NAME, EARLIER, READING, EMAIL, AGENT]) expect(lines).toContain(text);
  });

  it("is counted before it is done, and the count changes nothing", async () => {
    const before = await rowsAsText(api.db);
    const { status, body } = await admin.get(`${USERS}/${person.userId}/personal-data`);
    expect(status).toBe(200);
    const { removed, people, mentions, erasureId } = erasurePreview.parse(body);
    expect({ people, mentions, erasureId }).toEqual({ people: 1, mentions: [], erasureId: null });
    expect(removed).toMatchObject({ users: 1, contracts: 2, adjustments: 1, imports: 1, jobs: 2 });
    expect(removed).toMatchObject({ importedPeople: 2, userImports: 1 });
    expect(removed).toMatchObject({ importedContracts: 2, contractImports: 1 });
    expect(removed).toMatchObject({ mails: 1, deliveries: 1, alerts: 1, locks: 1, handedRows: 1 });
    expect(removed.auditEvents).toBeGreaterThan(8);
    const after = await rowsAsText(api.db);
    const withoutSessions = (text: string) =>
      text.split("\n").filter((line) => !/admin|\\x/.test(line));
    expect(withoutSessions(after)).toEqual(withoutSessions(before));
  });

  it("leaves neither name nor address in a full dump, and keeps sums and ledger", async () => {
    const url = `${USERS}/${person.userId}/personal-data`;
    const sums = sql`select sum(transcript_count) as c, sum(seconds) as s from ledger`;
    const before = (await sums.execute(api.db)).rows;
    const preview = erasurePreview.parse((await admin.get(url)).body);
    const refused = await eraseWith("x@example.com");
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { confirmation: expect.stringContaining("一致") } },
    });

    const { status, body } = await eraseWith(EMAIL);
    expect(status).toBe(200);
    const done = erasure.parse(body);
    expect(done).toMatchObject({
      kind: "user",
      accountsLeft: 0,
      erasedBy: { userName: "管理 者" },
    });
    expect({ ...done.removed, storedAnswers: 0 }).toEqual({ ...preview.removed, storedAnswers: 0 });
    expect(await found(api.db, engine)).toEqual([]);
    expect((await sums.execute(api.db)).rows).toEqual(before);

    expect((await api.identity.findAccounts([person.userId])).size).toBe(0);
    expect(await api.identity.findAccountByEmail(EMAIL)).toBeUndefined();
    const name = `削除された利用者${done.people[0]}`;
    expect((await admin.get(`${USERS}/${person.userId}`)).body).toMatchObject({
      userName: name,
      userNameKana: null,
      email: `erased-${done.people[0]}@erased.invalid`,
      status: "DISABLED",
      erasedAt: done.erasedAt,
    });
    expect((await admin.get(`${CONTRACTS}/${contractId}`)).body).toMatchObject({
      adminName: name,
      memo: `窓口は${name}さん（erased-${done.people[0]}@erased.invalid）`,
    });
    const [event] = await eventsOf(api.db, "eraseUser");
    expect(event).toMatchObject({ target_name: name, counts: done.removed });
    expect((await admin.get(`/admin/api/v1/erasures/${done.erasureId}`)).body).toEqual(body);
    const log = await admin.get(`/admin/api/v1/audit-events?q=${encodeURIComponent(name)}`);
    expect(log.text).toContain(name);
  });

  it("leaves an import of contracts that can no longer be undone", async () => {
    expect(await admin.post(undoing, {})).toMatchObject({
      status: 409,
      body: { code: "UNDO_REFUSED", contracts: [] },
    });
  });

  it("is done once", async () => {
    const url = `${USERS}/${person.userId}`;
    const again = await eraseWith(EMAIL);
    expect(again).toMatchObject({ status: 409, body: { code: "ALREADY_ERASED" } });
    const { body } = await admin.get(`${url}/personal-data`);
    expect(body).toMatchObject({ people: 0, erasureId: expect.any(Number) });
    expect(await admin.patch(url, { status: "ACTIVE" })).toMatchObject({ status: 409 });
  });
});
