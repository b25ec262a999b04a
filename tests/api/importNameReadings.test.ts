import { sql } from "kysely";
import { expect, it } from "vitest";
import type { ChosenReading } from "../../domain/imports/rows.ts";
import { surfaceReadings } from "../../domain/readings/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import {
  checkContracts,
  contractCheckOf,
  contractImportOf,
  contractsCsv,
  importContracts,
} from "../support/contractImportRequests.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { anEntry } from "../support/entryRequests.ts";
import { someEmail } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { ADMIN_READINGS, analyserIsLoaded, READINGS } from "../support/readingRequests.ts";
import {
  checkOf,
  checkPeople,
  importPeople,
  MEMBER_IMPORTS,
  peopleCsv,
  userImportOf,
} from "../support/userImportRequests.ts";

const NOW = "2026-04-15T10:00:00+09:00";

describeDatabase("a file of names without readings", (engine) => {
  const api = suiteApi(engine, { now: NOW });
  const provider = api.asSystemAdmin();
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));

  const asJson = (chosen: readonly ChosenReading[]) => ({ readings: JSON.stringify(chosen) });
  const kanaOf = async (email: string) => {
    const { rows } = await sql<{ kana: string | null }>`
      select user_name_kana as kana from users where email = ${email}`.execute(api.db);
    return rows[0]?.kana;
  };
  async function offers(client: ApiClient, url: string, surfaces: readonly string[]) {
    await analyserIsLoaded(api, own);
    const { status, body } = await client.post(url, { surfaces, ofNames: true });
    expect(status).toBe(200);
    return surfaceReadings.parse(body);
  }

  it("has readings in katakana with the spaces of the names, and those on which sources agree", async () => {
    const names = ["山田　太郎", "渋沢栄一", "𰻞 太郎"];
    const [spaced, whole, unread] = await offers(provider, ADMIN_READINGS, names);
    expect(spaced?.agreed).toBe("ヤマダ タロウ");
    expect(spaced?.readings[0]).toEqual({ reading: "ヤマダ タロウ", source: "NAME" });
    expect(whole?.agreed).toBe("シブサワエイイチ");
    expect(unread).toEqual({ surface: "𰻞 太郎", readings: [], agreed: null });
  });

  it("is read by the words of the own organization alone", async () => {
    const dictionaryId = await aDictionary(api, own);
    await anEntry(api, { ...own, dictionaryId }, { surface: "東海林", reading: "しょうじ" });
    const [mine] = await offers(admin, READINGS, ["東海林 太郎"]);
    expect(mine?.readings[0]).toEqual({ reading: "ショウジ タロウ", source: "OWN" });
    const [other] = await offers(provider, ADMIN_READINGS, ["東海林 太郎"]);
    expect(other?.readings.map(({ source }) => source)).not.toContain("OWN");
  });

  it("brings people with the readings that were chosen, and the others without", async () => {
    const same = await api.aUser({ ...own, userName: "同じ 人" });
    const [chosen, left, stated] = [someEmail("a"), someEmail("b"), someEmail("c")];
    const content = peopleCsv([
      `山田 太郎,,${chosen},,`,
      `佐藤 花子,,${left},,`,
      `鈴木 一郎,すずき いちろう,${stated},,`,
      `同じ 人,,${same.email},,`,
    ]);
    const check = checkOf(await checkPeople(admin, MEMBER_IMPORTS, content));
    expect(check.rows.map(({ line, verdict, nameToRead }) => [line, verdict, nameToRead])).toEqual([
      [2, "NEW", "山田 太郎"],
      [3, "NEW", "佐藤 花子"],
      [4, "NEW", null],
      [5, "UNCHANGED", "同じ 人"],
    ]);
    const { digest } = check;
    const readings = asJson([
      { rowNo: 1, reading: "やまだ　たろう" },
      { rowNo: 4, reading: "オナジ ヒト" },
    ]);
    const answer = await importPeople(admin, MEMBER_IMPORTS, content, { digest, ...readings });
    expect(answer.status, answer.text).toBe(201);
    expect(userImportOf(answer).result).toMatchObject({ added: 3, updated: 1, unchanged: 0 });
    expect(await Promise.all([chosen, left, stated, same.email].map(kanaOf))).toEqual([
      "ヤマダ タロウ",
      null,
      "スズキ イチロウ",
      "オナジ ヒト",
    ]);
    const { userImportId } = userImportOf(answer);
    expect((await admin.post(`${MEMBER_IMPORTS}/${userImportId}/revert`, {})).status).toBe(200);
    expect(await kanaOf(same.email)).toBeNull();
  });

  it.each([
    ["another row", 422, asJson([{ rowNo: 2, reading: "スズキ" }])],
    ["a row that is missing", 422, asJson([{ rowNo: 9, reading: "ヤマダ" }])],
    ["what is no reading", 422, asJson([{ rowNo: 1, reading: "山田" }])],
    ["what is no list", 422, { readings: "ヤマダ" }],
  ])("refuses readings of %s", async (_, status, readings) => {
    const content = peopleCsv([`山田,,${someEmail()},,`, `鈴木,すずき,${someEmail()},,`]);
    const { digest } = checkOf(await checkPeople(admin, MEMBER_IMPORTS, content));
    const answer = await importPeople(admin, MEMBER_IMPORTS, content, { digest, ...readings });
    expect(answer.status, answer.text).toBe(status);
  });

  it("is a changed one where a reading came meanwhile", async () => {
    const user = await api.aUser({ ...own, userName: "同じ 人" });
    const content = peopleCsv([`同じ 人,,${user.email},辞書管理者,`]);
    const { digest } = checkOf(await checkPeople(admin, MEMBER_IMPORTS, content));
    await sql`update users set user_name_kana = 'オナジ' where user_id = ${user.userId}`.execute(
      api.db,
    );
    const readings = asJson([{ rowNo: 1, reading: "ドウジ" }]);
    const answer = await importPeople(admin, MEMBER_IMPORTS, content, { digest, ...readings });
    expect([answer.status, answer.body]).toMatchObject([409, { code: "USERS_CHANGED" }]);
  });

  it("takes readings of a thousand people", async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => `山田 太郎,,${n}-${someEmail()},,`);
    const content = peopleCsv(rows);
    const { digest } = checkOf(await checkPeople(admin, MEMBER_IMPORTS, content));
    const reading = "ヤマダ タロウ".padEnd(100, "ー");
    const all = asJson(rows.map((_, n) => ({ rowNo: n + 1, reading })));
    const wrong = { digest: "another", ...all };
    expect((await importPeople(admin, MEMBER_IMPORTS, content, wrong)).status).toBe(409);
    expect((await importPeople(admin, MEMBER_IMPORTS, content, { digest, ...all })).status).toBe(
      201,
    );
  });

  it("brings contracts with the readings of their admins", async () => {
    const { rows } = await sql<{ organization_no: string }>`
      select organization_no from organizations
      where organization_id = ${own.organizationId}`.execute(api.db);
    const number = rows[0]?.organization_no;
    const content = contractsCsv([
      `${number},2030/04/01,2031/03/31,1000,無制限,山田 太郎,,${someEmail()},`,
      `${number},2031/04/01,2032/03/31,1000,無制限,鈴木 一郎,スズキ イチロウ,${someEmail()},`,
    ]);
    const check = contractCheckOf(await checkContracts(provider, content));
    expect(check.rows.map(({ nameToRead }) => nameToRead)).toEqual(["山田 太郎", null]);
    const { digest } = check;
    const wrong = asJson([{ rowNo: 2, reading: "スズキ" }]);
    expect((await importContracts(provider, content, { digest, ...wrong })).status).toBe(422);
    const readings = asJson([{ rowNo: 1, reading: "ヤマダ タロウ" }]);
    const answer = await importContracts(provider, content, { digest, ...readings });
    expect(answer.status, answer.text).toBe(201);
    expect(contractImportOf(answer).result).toMatchObject({ added: 2 });
    const { rows: stored } = await sql<{ kana: string | null }>`
      select admin_name_kana as kana from contracts
      where organization_id = ${own.organizationId} and start_date >= '2030-01-01'
      order by start_date`.execute(api.db);
    expect(stored.map(({ kana }) => kana)).toEqual(["ヤマダ タロウ", "スズキ イチロウ"]);
  });
});
