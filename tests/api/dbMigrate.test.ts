import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../../server/db/client.ts";
import {
  MigrationError,
  migrate,
  OldSchemaError,
  readMigrations,
} from "../../server/db/migrate.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";

const next = (text: string) => ({ name: "900_next.sql", checksum: `of ${text}`, text });

describeEachEngine("migrating", (engine) => {
  let database: Database;
  beforeEach(async () => {
    database = await testDatabase(engine);
  });
  afterEach(() => database.close());

  test("applies nothing twice", async () => {
    expect(await migrate(database.db)).toEqual([]);
  });

  test("applies what is new, several statements in one file", async () => {
    const migrations = [
      ...(await readMigrations()),
      next("create table a (n int); insert into a values (1), (2)"),
    ];
    expect(await migrate(database.db, migrations)).toEqual(["900_next.sql"]);
    const { rows } = await sql`select n from a order by n`.execute(database.db);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("leaves nothing of a migration that fails", async () => {
    const migrations = [...(await readMigrations()), next("create table a (n int); select 1 / 0")];
    await expect(migrate(database.db, migrations)).rejects.toThrow("division by zero");
    const { rows } = await sql`select to_regclass('a') as a`.execute(database.db);
    expect(rows).toEqual([{ a: null }]);
    expect(await migrate(database.db)).toEqual([]);
  });

  test("goes on with statements that no transaction holds together, after one of them failed", async () => {
    const text = (second: string) => `-- no transaction
drop index concurrently if exists by_n;
create index concurrently by_n on a (n);
${second};
`;
    const before = [...(await readMigrations()), next("create table a (n int)")];
    await migrate(database.db, before);
    const then = (second: string) => ({ name: "901_then.sql", checksum: "", text: text(second) });
    await expect(migrate(database.db, [...before, then("select 1 / 0")])).rejects.toThrow(
      "division by zero",
    );
    expect(await migrate(database.db, [...before, then("select 1")])).toEqual(["901_then.sql"]);
    const { rows } = await sql`
      select indisvalid from pg_index where indexrelid = 'by_n'::regclass`.execute(database.db);
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test("refuses a database that a newer program has migrated", async () => {
    await migrate(database.db, [...(await readMigrations()), next("select 1")]);
    await expect(migrate(database.db)).rejects.toThrow(MigrationError);
    await expect(migrate(database.db)).rejects.toThrow(/900_next\.sql is unknown here/);
  });

  test("refuses a database from before the migrations began anew", async () => {
    await sql`insert into schema_migrations (name, checksum) values ('001_core.sql', 'old')`.execute(
      database.db,
    );
    await expect(migrate(database.db)).rejects.toThrow(OldSchemaError);
  });

  test("refuses a migration that was edited after it was applied", async () => {
    const migrations = await readMigrations();
    await migrate(database.db, [...migrations, next("select 1")]);
    await expect(migrate(database.db, [...migrations, next("select 2")])).rejects.toThrow(
      /900_next\.sql was edited/,
    );
  });
});

describePostgres("migrating while an earlier copy runs", () => {
  test("waits for who reads a table, and makes no other reader wait", async () => {
    const database = await testDatabase("postgres");
    const read = (db: Pick<Database, "db">["db"]) =>
      sql`select count(*) from organizations`.execute(db);
    const reader = await database.db.startTransaction().execute();
    await read(reader);
    const migrations = [
      ...(await readMigrations()),
      next("alter table organizations add column a int"),
    ];
    const migrating = migrate(database.db, migrations);
    const waits: number[] = [];
    // A transaction that idles for longer is ended.
    for (const until = performance.now() + 2_000; performance.now() < until; ) {
      const began = performance.now();
      await read(database.db);
      waits.push(performance.now() - began);
      await setTimeout(50);
    }
    await reader.commit().execute();
    expect(await migrating).toEqual(["900_next.sql"]);
    // Some meet the statement that waits, for as long as it does.
    expect(Math.max(...waits)).toBeGreaterThan(50);
    expect(Math.max(...waits)).toBeLessThan(1_000);
    await database.close();
  });
});

describePostgres("migrating from several copies at once", () => {
  test("applies each migration once", async () => {
    const database = await testDatabase("postgres");
    const migrations = [...(await readMigrations()), next("create table a (n int)")];
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.db, migrations)));
    expect(applied.flat()).toEqual(["900_next.sql"]);
    await database.close();
  });
});
