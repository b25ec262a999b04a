import { sql } from "kysely";
import { expect, test } from "vitest";
import { searchKey } from "../../domain/searchKey.ts";
import { migrate } from "../../server/db/migrate.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeEachEngine, testDatabase } from "../support/database.ts";

const MIGRATION = "008_workspace_search.sql";

const NAMES = [
  "ＡＢＣ プロジェクト",
  "髙橋・﨑山\u3000渡邊\u{E0100}班",
  "ﾃﾞｰﾀ分析室 ヴァイオリン",
  "𠮷野家 か\u200bゞ ヽヾ",
  "㈱テスト①",
  "カ\u309a か ゛",
  "冨德惠眞嶋嶌澤",
];

describeEachEngine("workspaces from before they could be searched", (engine) => {
  test("get the key that the program would give them", async () => {
    const { db, close } = await testDatabase(engine);
    await sql`alter table workspaces drop column name_key`.execute(db);
    await sql`delete from schema_migrations where name = ${MIGRATION}`.execute(db);
    const organizationId = await anOrganization(db);
    for (const name of NAMES) {
      await sql`insert into workspaces (organization_id, workspace_name, created_at, updated_at)
        values (${organizationId}, ${name}, now(), now())`.execute(db);
    }
    expect(await migrate(db)).toEqual([MIGRATION]);
    const rows = await db
      .selectFrom("workspaces")
      .select(["workspace_name", "name_key"])
      .orderBy("workspace_id")
      .execute();
    expect(rows).toEqual(
      NAMES.map((name) => ({ workspace_name: name, name_key: searchKey(name) })),
    );
    await close();
  });
});
