import iconv from "iconv-lite";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import type { UserImportCheck } from "../../domain/userImports/schemas.ts";
import type { UserImportVerdict } from "../../domain/userImports/sentences.ts";
import { actAsSystem } from "../../server/audit/acting.ts";
import { recordEvent } from "../../server/audit/recordEvent.ts";
import { transactOn } from "../../server/db/transact.ts";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";
import { commitUserImport } from "../../server/modules/userImports/service/commitImport.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, lockFor } from "../support/dictionaryRequests.ts";
import { type Content, formRequest } from "../support/formRequest.ts";
import { keepHouse } from "../support/housekeeping.ts";
import { someEmail, type TestUser } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import {
  checkOf,
  checkPeople,
  importPeople,
  MEMBER_IMPORTS,
  type PeopleChoice,
  peopleCsv,
  peopleForm,
  USER_IMPORTS,
  userImportOf,
} from "../support/userImportRequests.ts";
import { MEMBERS, USERS } from "../support/userRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const NOW = "2026-04-15T10:00:00+09:00";
const DAY_MS = 86_400_000;

describeDatabase("/user-imports", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const provider = api.asSystemAdmin();
  beforeEach(() => api.clock.set(NOW));
  const own = perTest(() => api.organization());
  const adminUser = perTest(() =>
    api.aUser({ ...own, isOrganizationAdmin: true, userName: "組織 管理" }),
  );
  const admin = api.as(adminUser);

  const expectProblem = (answer: Answer, status: number, body: object) =>
    expect([answer.status, answer.body]).toMatchObject([status, body]);
  const check = (content: Content) => checkPeople(admin, MEMBER_IMPORTS, content);
  const checked = async (rows: readonly string[], head?: string) => {
    const content = peopleCsv(rows, head);
    const answer = await check(content);
    expect(answer.status, answer.text).toBe(200);
    return { ...checkOf(answer), content };
  };
  type Checked = { content: string; digest: string };
  const commit = ({ content, digest }: Checked, choice: Partial<PeopleChoice> = {}) =>
    importPeople(admin, MEMBER_IMPORTS, content, { digest, ...choice });
  const committed = async (rows: readonly string[], choice: Partial<PeopleChoice> = {}) => {
    const answer = await commit(await checked(rows), choice);
    expect(answer.status, answer.text).toBe(201);
    return userImportOf(answer);
  };
  const rowsOf = ({ rows }: UserImportCheck, verdict: UserImportVerdict) =>
    rows.filter((row) => row.verdict === verdict);
  const people = async (id = own.organizationId) => {
    const { rows } = await sql<Record<string, unknown>>`
      select u.user_id, u.email, u.user_name, u.user_name_kana, u.is_organization_admin as admin,
        u.is_dictionary_admin as keeper, u.status, u.version,
        array(select w.workspace_name from workspace_members m
          join workspaces w using (organization_id, workspace_id)
          where m.organization_id = ${id} and m.user_id = u.user_id order by 1) as workspaces
      from users u where u.organization_id = ${id} order by u.email`.execute(api.db);
    return rows;
  };
  const person = async (email: string) => (await people()).find((row) => row.email === email);
  const member = (input: object = {}) => api.aUser({ ...own, ...input });
  const csvOf = ({ userName, email }: TestUser, rest = ",") => `${userName},,${email},${rest}`;

  it("says what a file would do, and changes nobody", async () => {
    await aWorkspace(api, { ...own, workspaceName: "営業部" });
    const same = await member({ userName: "同じ 人" });
    const other = await member({ userName: "旧 姓" });
    const gone = await member({ userName: "退職 者" });
    const elsewhere = await api.aUser({ organizationId: await api.anOrganization() });
    const before = await people();
    const fresh = someEmail("new");
    const dryRun = await checked([
      `山田 太郎,ヤマダ タロウ,${fresh.toUpperCase()},組織管理者・辞書管理者,営業部`,
      csvOf(same, "一般,"),
      `新 姓,シン セイ,${other.email},,`,
      `重複,,${fresh},,`,
      `他社,,${elsewhere.email},,`,
      `役割,,${someEmail()},部長,`,
      `部署,,${someEmail()},,無い部`,
      `仮名,kana,${someEmail()},,`,
      `式,,=cmd|x,,`,
      `,,${someEmail()},,`,
      `多数,,${someEmail()},,"${Array.from({ length: 101 }, (_, n) => `部${n}`).join("、")}"`,
    ]);
    expect(dryRun).toMatchObject({
      fileName: "メンバー.csv",
      counts: { new: 1, update: 1, unchanged: 1, disable: 1, error: 8 },
    });
    expect(rowsOf(dryRun, "ERROR").map(({ line, reason }) => `${line}行目：${reason}`)).toEqual([
      "5行目：2行目とメールアドレスが同じです。",
      "6行目：このメールアドレスは、この組織の利用者としては登録できません。",
      "7行目：役割「部長」はありません。組織管理者、辞書管理者、一般のいずれかで入力してください。",
      "8行目：ワークスペース「無い部」が見つかりませんでした。",
      "9行目：フリガナはひらがなまたはカタカナで入力してください。",
      "10行目：メールアドレスに計算式のような値（=、+、-、@で始まる値）は使用できません。",
      "11行目：氏名を入力してください。",
      "12行目：ワークスペースは1人につき100件まで指定できます。",
    ]);
    expect(rowsOf(dryRun, "ERROR").map(({ wrong }) => wrong)).toEqual([
      ...[["email"], ["email"], ["roles"], ["workspaces"], ["userNameKana"]],
      ...[["email"], ["userName"], ["workspaces"]],
    ]);
    expect(rowsOf(dryRun, "ERROR").at(5)?.cells).toMatchObject({ email: "=cmd|x" });
    expect(rowsOf(dryRun, "NEW")).toMatchObject([
      {
        before: null,
        after: { email: fresh, isDictionaryAdmin: true, workspaceNames: ["営業部"] },
      },
    ]);
    expect(rowsOf(dryRun, "UPDATE")).toMatchObject([
      { before: { userName: "旧 姓" }, after: { userName: "新 姓", userNameKana: "シン セイ" } },
    ]);
    expect(rowsOf(dryRun, "DISABLE")).toMatchObject([
      { line: null, before: { email: gone.email }, after: { status: "DISABLED" } },
    ]);
    expect(await people()).toEqual(before);
    expect((await admin.get(MEMBER_IMPORTS)).body).toMatchObject({ content: [] });
  });

  it("tells of 20 people of other organizations an hour, with an event; further ones read like new ones", async () => {
    const others = await api.organization();
    const elsewhere = [];
    for (let n = 0; n < 22; n += 1) elsewhere.push(await api.aUser(others));
    const file = (of: readonly TestUser[]) => of.map((one) => csvOf(one));
    const first = await checked(file(elsewhere.slice(0, 15)));
    expect(first.counts).toMatchObject({ new: 0, error: 15 });
    const second = await checked([...file(elsewhere.slice(15)), `新人,,${someEmail()},,`]);
    expect(second.counts).toMatchObject({ new: 3, error: 5 });
    expect(rowsOf(second, "NEW").at(0)?.line).toBe(7);
    expectProblem(await commit(second, { skipErrors: true }), 409, { code: "EMAIL_EXISTS" });
    // It skips whom its check has named, not the others whom it would find now.
    const newcomer = someEmail();
    const third = await checked([...file(elsewhere.slice(20)), `新人,,${newcomer},,`]);
    expect(third.counts).toMatchObject({ new: 3, error: 0 });
    expectProblem(await commit(third, { skipErrors: true }), 409, { code: "EMAIL_EXISTS" });
    const events = await provider.get(
      `/admin/api/v1/audit-events?organizationId=${own.organizationId}&operation=prepareMemberImport`,
    );
    expect(events.body).toMatchObject({
      content: [
        { counts: { added: 3, skipped: 0, elsewhere: 0 } },
        { counts: { added: 3, skipped: 5, elsewhere: 5 } },
        { counts: { added: 0, skipped: 15, elsewhere: 15 } },
      ],
    });
  });

  it("takes the digest of a file for no other one, though both have an error row there", async () => {
    const others = await api.organization();
    const [known, foreign] = [await api.aUser(others), await api.aUser(others)];
    const fresh = `新人,,${someEmail()},,`;
    const { digest, content } = await checked([csvOf(known), fresh]);
    for (const email of [foreign.email, someEmail()]) {
      const another = { content: peopleCsv([`誰か,,${email},,`, fresh]), digest };
      const answer = await commit(another, { skipErrors: true });
      expectProblem(answer, 409, { code: "USERS_CHANGED" });
    }
    expect((await commit({ content, digest }, { skipErrors: true })).status).toBe(201);
  });

  it("counts a file once, however often it is checked", async () => {
    const others = await api.organization();
    const elsewhere = [];
    for (let n = 0; n < 20; n += 1) elsewhere.push(await api.aUser(others));
    const renamed = await member();
    const file = [...elsewhere.map((one) => csvOf(one)), `新 姓,,${renamed.email},,`];
    const first = await checked(file);
    await admin.patch(`${MEMBERS}/${renamed.userId}`, { userName: "別の 姓" });
    expectProblem(await commit(first, { skipErrors: true }), 409, { code: "USERS_CHANGED" });
    const again = await checked(file);
    expect(again.counts).toMatchObject({ new: 0, update: 1, error: 20 });
    const further = await checked([csvOf(await api.aUser(others))]);
    expect(further.counts).toMatchObject({ new: 1, error: 0 });
    expect((await commit(again, { skipErrors: true })).status).toBe(201);
  });

  it("counts each check of the release before, whose events name it by a number", async () => {
    const others = await api.organization();
    for (const id of ["7", "8"]) {
      await actAsSystem("prepareMemberImport", () =>
        api.db.transaction().execute((trx) =>
          recordEvent(trx, {
            organizationId: own.organizationId,
            target: { kind: "userImport", id, name: "前.csv" },
            counts: { elsewhere: 10 },
          }),
        ),
      );
    }
    const { counts } = await checked([csvOf(await api.aUser(others))]);
    expect(counts).toMatchObject({ new: 1, error: 0 });
  });

  it("adds, changes and disables as one event with one for each person, and mails by the queue", async () => {
    const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部" });
    const renamed = await member({ userName: "旧 姓" });
    const gone = await member({ isDictionaryAdmin: true });
    const dictionaryId = await aDictionary(api, own);
    await lockFor(api, { ...own, dictionaryId, userId: gone.userId });
    const [one, two] = [someEmail("one"), someEmail("two")];
    const eventsBefore = (await storedEvents(api.db)).length;
    const answer = await committed(
      [
        csvOf(adminUser),
        `新 姓,,${renamed.email},辞書管理者,営業部`,
        `一 人,イチ,${one},,営業部`,
        `二 人,,${two},組織管理者,`,
      ],
      { disablesMissing: true },
    );
    expect(answer).toMatchObject({
      result: { added: 2, updated: 1, disabled: 1, unchanged: 1, skipped: 0 },
      mails: { sent: 0, waiting: 2, failed: 0 },
    });
    expect(await person(renamed.email)).toMatchObject({
      keeper: true,
      workspaces: ["営業部"],
      version: 2,
    });
    expect(await person(one)).toMatchObject({
      user_name_kana: "イチ",
      status: "INVITED",
      workspaces: ["営業部"],
    });
    expect(await person(two)).toMatchObject({ admin: true, workspaces: [] });
    expect(await person(gone.email)).toMatchObject({ status: "DISABLED" });
    expect((await admin.get(`/api/v1/dictionaries/${dictionaryId}`)).body).toMatchObject({
      lockedBy: null,
    });
    expect((await api.as(gone).get(MEMBERS)).status).toBe(401);
    const events = (await storedEvents(api.db)).slice(eventsBefore);
    const ofImport = events.filter(({ operation }) => operation === "commitMemberImport");
    const of = (kind: string) => ofImport.filter(({ target_kind }) => target_kind === kind);
    expect(of("userImport")).toMatchObject([
      {
        operation: "commitMemberImport",
        target_name: "メンバー.csv",
        counts: { added: 2, disabled: 1 },
      },
    ]);
    expect(of("user")).toHaveLength(4);
    expect(of("workspace")).toMatchObject([{ target_id: String(workspaceId) }, {}]);

    await api.app.jobs.start();
    const mails = async () =>
      userImportOf(await admin.get(`${MEMBER_IMPORTS}/${answer.userImportId}`)).mails;
    await expect.poll(mails, { timeout: 20_000 }).toMatchObject({ sent: 2, waiting: 0, failed: 0 });
    expect(await api.mailsTo(one)).toEqual(["PASSWORD_RESET"]);
    const list = await admin.get(MEMBER_IMPORTS);
    expect(list.body).toMatchObject({
      content: [{ createdByName: "組織 管理" }],
      totalElements: 1,
    });
  });

  it("leaves what empty cells and missing columns do not state", async () => {
    await aWorkspace(api, { ...own, workspaceName: "営業部" });
    const one = await member({ isDictionaryAdmin: true });
    await committed([`山田 太郎,ヤマダ,${one.email},,営業部`]);
    const dryRun = await checked([`${one.email},山田 太郎,備考です`], "メールアドレス,氏名,備考");
    expect(dryRun).toMatchObject({ counts: { unchanged: 1 }, ignoredColumns: ["備考"] });
    expectProblem(await commit(dryRun), 422, { errors: { file: "変更はありません。" } });
    await committed([`山田 次郎,,${one.email},,`]);
    expect(await person(one.email)).toMatchObject({
      user_name: "山田 次郎",
      user_name_kana: "ヤマダ",
      keeper: true,
      workspaces: ["営業部"],
    });
  });

  it("takes an export of members as it is", async () => {
    await aWorkspace(api, { ...own, workspaceName: "営業、企画" });
    const one = someEmail("export");
    await committed([
      `=名,エクスポート,${one},辞書管理者・組織管理者,"営業、企画"`.replace("=名", "'=名"),
    ]);
    await member({ status: "DISABLED" });
    const { text } = await admin.get(`${MEMBERS}/export`);
    expect(text).toContain("営業、企画");
    const read = checkOf(await check(text));
    expect(read.counts).toEqual({ new: 0, update: 0, unchanged: 3, disable: 0, error: 0 });
    expect(read.ignoredColumns).toEqual(["ステータス", "登録日時", "更新日時"]);
  });

  it.each([
    ["an empty file", "", "FILE_UNREADABLE", 422, "ファイルが空です。"],
    ["headings alone", peopleCsv([]), "FILE_UNREADABLE", 422, "ファイルに利用者がいません。"],
    [
      "a missing column",
      peopleCsv(["山田,ヤマダ"], "氏名,フリガナ"),
      "FILE_UNREADABLE",
      422,
      "1行目：見出しに「メールアドレス」がありません。",
    ],
    [
      "1,001 people",
      peopleCsv(Array.from({ length: 1001 }, (_, n) => `人,,p${n}@example.com,,`)),
      "LIMIT_EXCEEDED",
      431,
      "一度に取り込める利用者は1,000人までです。",
    ],
    [
      "open quotes",
      peopleCsv([`山田,,a@example.com,,`, `"山田,,b@example.com,,`]),
      "FILE_UNREADABLE",
      422,
      "3行目：引用符",
    ],
  ])("refuses %s", async (_, content, code, status, message) => {
    const answer = await check(content);
    expectProblem(answer, status, { code });
    expect(Reflect.get(Object(answer.body), "message")).toContain(message);
  });

  it("names the rows that a spreadsheet seems to have converted", async () => {
    const { converted } = await checked([`1月2日,,${someEmail()},,`, `山田,,${someEmail()},,`]);
    expect(converted).toEqual({ total: 1, lines: [2] });
  });

  it("reads Shift_JIS, and columns in another order under other names", async () => {
    const email = someEmail("sjis");
    const text = peopleCsv([`${email},髙橋 美咲,ﾀｶﾊｼ ﾐｻｷ`], "E-mail,名前,氏名（フリガナ）");
    const read = checkOf(await check(new Uint8Array(iconv.encode(text, "cp932"))));
    expect(read).toMatchObject({ encoding: "cp932", counts: { new: 1, error: 0 } });
    expect(read.rows).toMatchObject([
      { after: { userName: "髙橋 美咲", userNameKana: "タカハシ ミサキ" } },
    ]);
  });

  it("needs a decision about error rows, and disables nobody beside them", async () => {
    const email = someEmail();
    const dryRun = await checked([csvOf(adminUser), `良い,,${email},,`, `悪い,,メール,,`]);
    expectProblem(await commit(dryRun), 422, { code: "IMPORT_HAS_ERRORS" });
    expectProblem(await commit(dryRun, { skipErrors: true, disablesMissing: true }), 422, {
      code: "IMPORT_HAS_ERRORS",
    });
    expect((await commit(dryRun, { skipErrors: true })).body).toMatchObject({
      result: { added: 1, unchanged: 1, skipped: 1 },
    });
  });

  it("finds what changed after it was confirmed, those who are not in the file only if they matter", async () => {
    const one = await member({ userName: "旧 姓" });
    const dryRun = await checked([`新 姓,,${one.email},,`]);
    await member();
    expectProblem(await commit(dryRun, { disablesMissing: true }), 409, { code: "USERS_CHANGED" });
    await admin.patch(`${MEMBERS}/${one.userId}`, { userName: "別の 姓" });
    expectProblem(await commit(dryRun), 409, { code: "USERS_CHANGED" });
    const again = await checked([`新 姓,,${one.email},,`]);
    const another = { ...again, content: peopleCsv([`他 姓,,${one.email},,`]) };
    expectProblem(await commit(another), 409, { code: "USERS_CHANGED" });
    expect((await commit(again)).status).toBe(201);
    expectProblem(await commit(again), 409, { code: "USERS_CHANGED" });
  });

  it("answers a commit that is sent again as before, by its key", async () => {
    const { content, digest } = await checked([`再送,,${someEmail()},,`]);
    const { payload, headers } = await formRequest(peopleForm(content, { digest }));
    const send = () =>
      admin.send("POST", MEMBER_IMPORTS, {
        payload,
        headers: { ...headers, "idempotency-key": `again-${digest}` },
      });
    const first = await send();
    expect(first.status, first.text).toBe(201);
    expect((await send()).body).toEqual(first.body);
  });

  it("lets one of three commits with the same people win", async () => {
    const colleague = api.as(await member({ isOrganizationAdmin: true }));
    const { content, digest } = await checked([`競争,,${someEmail()},,`]);
    const theirs = checkOf(await checkPeople(colleague, MEMBER_IMPORTS, content));
    const send = (client: ApiClient, choice: PeopleChoice) =>
      importPeople(client, MEMBER_IMPORTS, content, choice);
    const answers = await Promise.all([
      send(admin, { digest }),
      send(admin, { digest }),
      send(colleague, { digest: theirs.digest }),
    ]);
    const codes = answers.map(({ status, body }) =>
      status === 201 ? 201 : Reflect.get(Object(body), "code"),
    );
    expect(codes.filter((code) => code === 201)).toHaveLength(1);
    for (const code of codes) expect([201, "USERS_CHANGED", "EMAIL_EXISTS"]).toContain(code);
    expect(await people()).toHaveLength(3);
  });

  it("leaves nothing of a commit that ends before it is done", async () => {
    const { content, digest } = await checked([csvOf(adminUser), `途中,,${someEmail()},,`]);
    await member();
    const counts = async () => {
      const { rows } = await sql`select (select count(*) from users) as users,
        (select count(*) from mails) as mails,
        (select count(*) from audit_events) as events, (select count(*) from user_import_changes) as changes,
        (select count(*) from user_imports) as imports`.execute(api.db);
      return rows[0];
    };
    // Requests of before may be sent meanwhile, which deletes them.
    const requested = async () => {
      const requests = api.db.selectFrom("identity_outbox").select("user_id");
      return (await requests.execute()).map((request) => request.user_id);
    };
    const before = await counts();
    const requestedBefore = await requested();
    const commitment = { file: new File([content], "途中.csv"), digest, disablesMissing: false };
    const importer = { ...own, actorId: adminUser.userId };
    const files = new DictionaryFiles();
    const deps = { files, now: api.clock.now, transact: transactOn(api.db) };
    await expect(
      actAsSystem("test", () => commitUserImport(deps, importer, commitment, AbortSignal.abort())),
    ).rejects.toThrow();
    await files.close();
    expect(await counts()).toEqual(before);
    expect(requestedBefore).toEqual(expect.arrayContaining(await requested()));
  });

  it("refuses the own role, and never disables who imports", async () => {
    const dryRun = await checked([csvOf(adminUser, "一般,")]);
    expect(rowsOf(dryRun, "ERROR")).toMatchObject([{ reason: "自分自身の役割は変更できません。" }]);
    const without = await checked([`別人,,${someEmail()},,`]);
    expect(without.counts.disable).toBe(0);
  });

  it("is not there for other organizations, and not for the provider", async () => {
    const { userImportId } = await committed([`社外秘,,${someEmail()},,`]);
    const foreign = api.as(
      await api.aUser({ organizationId: await api.anOrganization(), isOrganizationAdmin: true }),
    );
    for (const client of [foreign, provider]) {
      const base = client === provider ? USER_IMPORTS : MEMBER_IMPORTS;
      expect((await client.get(`${base}/${userImportId}`)).status).toBe(404);
    }
  });

  describe("undone", () => {
    const revert = (id: number) => admin.post(`${MEMBER_IMPORTS}/${id}/revert`, {});

    it("gives everybody the former state, but for those who signed in or were changed since", async () => {
      await aWorkspace(api, { ...own, workspaceName: "営業部" });
      const [renamed, touched, gone] = [await member(), await member(), await member()];
      const [added, arrived] = [someEmail(), someEmail()];
      const { userImportId: id } = await committed(
        [
          csvOf(adminUser),
          `改名,カイメイ,${renamed.email},辞書管理者,営業部`,
          `改名,,${touched.email},,`,
          `新人,,${added},,営業部`,
          `出社,,${arrived},,`,
        ],
        { disablesMissing: true },
      );
      await api.db
        .updateTable("users")
        .set({ status: "ACTIVE" })
        .where("email", "=", arrived)
        .execute();
      await admin.patch(`${MEMBERS}/${touched.userId}`, { userName: "別の 名前" });
      const answer = await revert(id);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({
        undone: { removed: 1, restored: 1, enabled: 1, kept: 2 },
        revertibleUntil: null,
      });
      const { kept = [] } = Object(answer.body);
      expect(kept).toHaveLength(2);
      expect(kept).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ email: touched.email, reason: "CHANGED" }),
          expect.objectContaining({ email: arrived, reason: "SIGNED_IN" }),
        ]),
      );
      expect(await person(renamed.email)).toMatchObject({
        user_name: "試験 太郎",
        user_name_kana: null,
        keeper: false,
        workspaces: [],
      });
      expect(await person(touched.email)).toMatchObject({ user_name: "別の 名前" });
      expect(await person(added)).toMatchObject({ status: "DISABLED" });
      expect(await person(gone.email)).toMatchObject({ status: "ACTIVE" });
      expectProblem(await revert(id), 409, { code: "ALREADY_REVERTED" });
    });

    it("leaves alone who was changed since, though the values are the same again", async () => {
      const [disabled, renamed] = [await member(), await member()];
      const added = someEmail();
      const { userImportId: id } = await committed(
        [csvOf(adminUser), `改名,,${renamed.email},,`, `新人,,${added},,`],
        { disablesMissing: true },
      );
      const { userId: addedId } = await api.db
        .selectFrom("users")
        .select("user_id as userId")
        .where("email", "=", added)
        .executeTakeFirstOrThrow();
      const patch = async (userId: string, changes: object) =>
        expect((await admin.patch(`${MEMBERS}/${userId}`, changes)).status).toBe(200);
      await patch(disabled.userId, { status: "ACTIVE" });
      await patch(disabled.userId, { status: "DISABLED" });
      for (const userName of ["別名", "改名"]) await patch(renamed.userId, { userName });
      for (const userName of ["別人", "新人"]) await patch(addedId, { userName });
      const answer = await revert(id);
      const { kept = [] } = Object(answer.body);
      expect(kept).toHaveLength(3);
      for (const email of [disabled.email, renamed.email, added]) {
        expect(kept).toContainEqual(expect.objectContaining({ email, reason: "CHANGED" }));
      }
      expect(await person(disabled.email)).toMatchObject({ status: "DISABLED" });
      expect(await person(renamed.email)).toMatchObject({ user_name: "改名" });
      expect(await person(added)).toMatchObject({ status: "INVITED" });
    });

    it("goes back over two imports, the later one first", async () => {
      const one = await member();
      const first = await committed([`一回目,,${one.email},,`]);
      const second = await committed([`二回目,,${one.email},,`]);
      expect((await revert(second.userImportId)).body).toMatchObject({ undone: { restored: 1 } });
      expect(await person(one.email)).toMatchObject({ user_name: "一回目" });
      expect((await revert(first.userImportId)).body).toMatchObject({ undone: { restored: 1 } });
      expect(await person(one.email)).toMatchObject({ user_name: "試験 太郎" });
    });

    it("only within 7 days", async () => {
      const done = await committed([`新人,,${someEmail()},,`]);
      api.clock.advance(7 * 24 * 60 + 1);
      expectProblem(await revert(done.userImportId), 422, { code: "TOO_LATE" });
    });
  });

  describe("by system admins", () => {
    const HEAD = "組織番号,氏名,フリガナ,メールアドレス,役割,ワークスペース";
    const numberOf = async (id: number) =>
      (
        await api.db
          .selectFrom("organizations")
          .select("organization_no")
          .where("organization_id", "=", id)
          .executeTakeFirstOrThrow()
      ).organization_no;
    const read = async (rows: readonly string[]) => {
      const content = peopleCsv(rows, HEAD);
      return { ...checkOf(await checkPeople(provider, USER_IMPORTS, content)), content };
    };
    const write = ({ content, digest }: Checked, choice: Partial<PeopleChoice> = {}) =>
      importPeople(provider, USER_IMPORTS, content, { digest, ...choice });

    it("reaches several organizations, and keeps an admin in each, by the state at the end", async () => {
      const other = await api.anOrganization();
      const otherAdmin = await api.aUser({ organizationId: other, isOrganizationAdmin: true });
      const [no, otherNo] = [await numberOf(own.organizationId), await numberOf(other)];
      const successor = someEmail();
      const errors = await read([
        `99999999,誰か,,${someEmail()},,`,
        `,誰か,,${someEmail()},,`,
        `,誰か,,${someEmail()},システム管理者,`,
        `${no},誰か,,${otherAdmin.email},,`,
      ]);
      expect(errors.rows.map(({ reason }) => reason).slice(0, 4)).toEqual([
        "組織番号の組織が見つかりませんでした。",
        "組織番号を入力してください。",
        "システム管理者はCSVでは追加できません。「利用者を招待」から招待してください。",
        "このメールアドレスは、別の組織の利用者が使用しています。",
      ]);
      const demoted = `${otherNo},前任,,${otherAdmin.email},一般,`;
      const refused = await write(await read([demoted]));
      expectProblem(refused, 422, { code: "LAST_ORGANIZATION_ADMIN" });
      const gone = await write(await read([`${otherNo},誰か,,${someEmail()},,`]), {
        disablesMissing: true,
      });
      expectProblem(gone, 422, { code: "LAST_ORGANIZATION_ADMIN" });
      const done = await write(
        await read([
          demoted,
          `${otherNo},後任,,${successor},組織管理者,`,
          `${no},社員,,${someEmail()},,`,
        ]),
      );
      expect(done.body).toMatchObject({ result: { added: 2, updated: 1 } });
      expect(await people(other)).toEqual(
        expect.arrayContaining([expect.objectContaining({ email: successor, admin: true })]),
      );
    });

    it("takes an export of users as it is, system admins among them", async () => {
      const { text } = await provider.get(`${USERS}/export?organizationId=${own.organizationId}`);
      const admins = await provider.get(`${USERS}/export?role=systemAdmin`);
      const rows = admins.text.split("\r\n").slice(1);
      const answer = await checkPeople(provider, USER_IMPORTS, text + rows.join("\r\n"));
      expect(checkOf(answer).counts).toMatchObject({
        new: 0,
        update: 0,
        error: 0,
        disable: 0,
      });
    });
  });

  // Last, because housekeeping ends the sign-ins of the suite.
  it("are deleted after 14 days, dry runs of the release before after one", async () => {
    const done = await committed([`新人,,${someEmail()},,`]);
    await sql`
      insert into user_imports (organization_id, file_name, created_by, created_at)
      values (${own.organizationId}, '前.csv', ${adminUser.userId}, ${NOW})`.execute(api.db);
    const left = async (days: number) => {
      api.clock.set(new Date(Date.parse(NOW) + days * DAY_MS + 1).toISOString());
      await keepHouse(api);
      const { rows } = await sql<{ id: number; committed: boolean }>`
        select user_import_id as id, committed_at is not null as committed from user_imports
        where organization_id = ${own.organizationId} order by 1`.execute(api.db);
      return rows;
    };
    const stored = { id: done.userImportId, committed: true };
    expect(await left(0.9)).toEqual([stored, { id: expect.any(Number), committed: false }]);
    expect(await left(1)).toEqual([stored]);
    expect(await left(14)).toEqual([]);
  });
});
