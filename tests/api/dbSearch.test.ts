import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { searchKey, searchKeys } from "../../domain/text/searchKey.ts";
import type { Tables } from "../../server/db/tables.ts";
import { findOrganizations } from "../../server/modules/organizations/queries.ts";
import { userSearch } from "../../server/modules/people/users/readUsers.ts";
import { describeEachEngine, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const at = new Date("2026-04-01T00:00:00Z");
const ALPHABET = [..."株式会社髙高カかＡaB1２％_\\ 𠮷"];
const name = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 8 })
  .map((characters) => characters.join(""));
const term = fc
  .array(fc.constantFrom(...ALPHABET), { maxLength: 4 })
  .map((characters) => characters.join(""));

let lastNumber = 40_000_000;
async function insertOrganizations(db: Kysely<Tables>, names: string[]): Promise<void> {
  const rows = names.map((organization_name) => {
    lastNumber += 1;
    return {
      organization_no: String(lastNumber),
      organization_name,
      name_key: searchKey(organization_name),
      created_at: at,
      updated_at: at,
    };
  });
  await db.insertInto("organizations").values(rows).execute();
}

const everything = {
  page: 0,
  size: 100_000,
  sort: { field: "organizationId", direction: "asc" },
} as const;

/** The organizations found are those whose texts have the term. */
async function expectFound(db: Kysely<Tables>, typed: string): Promise<void> {
  const all = await db
    .selectFrom("organizations")
    .select(["organization_id", "organization_name", "organization_no"])
    .orderBy("organization_id")
    .execute();
  const key = searchKey(typed);
  const expected = all
    .filter((o) => [o.organization_name, o.organization_no].some((t) => searchKey(t).includes(key)))
    .map((o) => o.organization_id);
  const { rows, total } = await findOrganizations(db, everything, { q: typed }, "2026-04-01");
  const found = rows.map(({ organization_id }) => organization_id);
  expect({ typed, total, found }).toEqual({ typed, total: expected.length, found: expected });
}

describeEachEngine("search", "extensions", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  test("finds organizations by any part of name and number, whatever was added, renamed or removed", async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(name, { minLength: 1, maxLength: 20 }),
        fc.array(term, { minLength: 1, maxLength: 6 }),
        name,
        async (names, terms, newName) => {
          await insertOrganizations(db, names);
          await sql`update organizations set organization_name = ${newName},
            name_key = ${searchKey(newName)} where organization_id % 7 = 0`.execute(db);
          await sql`delete from organizations where organization_id % 5 = 0`.execute(db);
          for (const typed of terms) await expectFound(db, typed);
        },
      ),
      { numRuns: engine === "pglite" ? 8 : 15, endOnFailure: true },
    );
  });

  test("starts again after a truncation", async () => {
    const { db } = database;
    await sql`truncate organizations cascade`.execute(db);
    await insertOrganizations(db, ["高橋商事"]);
    for (const typed of ["高", "髙橋", "商", "株"]) await expectFound(db, typed);
  });

  test("finds users by name and e-mail, but not across the two", async () => {
    const { db } = database;
    await sql`
      insert into users (user_id, email, user_name, search_key, is_system_admin, created_at, updated_at)
      values ('u', 'taro@example.com', '山田 太郎',
        ${searchKeys("山田 太郎", "taro@example.com")}, true, now(), now())`.execute(db);
    const found = async (typed: string, few: number) => {
      const condition = await userSearch(db, typed, { few });
      const { rows } = await sql`select 1 from users u where ${condition}`.execute(db);
      return rows.length === 1;
    };
    for (const few of [0, 1_000]) {
      for (const typed of ["山", "田太", "TARO@", "ｔａｒｏ", ""]) {
        expect(await found(typed, few), typed).toBe(true);
      }
      for (const typed of ["郎t", "花", "太田"]) expect(await found(typed, few), typed).toBe(false);
    }
  });
});
