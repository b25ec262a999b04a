import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "../../server/db/client.ts";
import {
  checkMigrated,
  EDITED_MIGRATIONS,
  MigrationError,
  migrate,
  OldSchemaError,
} from "../../server/db/migrate.ts";
import { readMigrations } from "../../server/db/migrationFiles.ts";
import { schemaState } from "../../server/db/schemaState.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";

const next = (text: string) => ({ name: "900_next.sql", checksum: `of ${text}`, text });

describeEachEngine("migrating", "schema", (engine) => {
  const database = perTest(() => testDatabase(engine));

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

  test("names the migration that fails, and keeps those before it", async () => {
    const own = await readMigrations();
    const then = { name: "901_then.sql", checksum: "", text: "select 1 / 0" };
    const migrating = migrate(database.db, [...own, next("create table a (n int)"), then]);
    await expect(migrating).rejects.toThrow(
      "Migration 901_then.sql failed: division by zero (22012); those before it are applied.",
    );
    await expect(migrating).rejects.toThrow(MigrationError);
    expect(await schemaState(database.db, own)).toEqual({
      state: "newer-compatible",
      pending: [],
      unknown: ["900_next.sql"],
    });
  });

  test("leaves a database alone that a newer program has migrated if this one can run on", async () => {
    const own = await readMigrations();
    const last = own.at(-1)?.name;
    const newer = [...own, next(`-- Adds it.\n-- works from ${last}\ncreate table a (n int)`)];
    await migrate(database.db, newer);
    expect((await schemaState(database.db)).state).toBe("newer-compatible");
    expect(await migrate(database.db)).toEqual([]);
    await checkMigrated(database.db);
    expect(await schemaState(database.db, newer)).toEqual({
      state: "current",
      pending: [],
      unknown: [],
    });
  });

  test("refuses a database from which a newer program took what this one needs", async () => {
    const expand = { name: "901_expand.sql", checksum: "", text: "create table a (n int)" };
    const contract = {
      name: "902_contract.sql",
      checksum: "",
      text: "-- no transaction\n-- works from 901_expand.sql\ndrop table if exists a;\n",
    };
    const own = await readMigrations();
    await migrate(database.db, [...own, expand, contract]);
    for (const start of [migrate, checkMigrated]) {
      const refusing = start(database.db);
      await expect(refusing).rejects.toThrow(MigrationError);
      await expect(refusing).rejects.toThrow("(901_expand.sql, 902_contract.sql: unknown here)");
    }
    expect((await schemaState(database.db)).state).toBe("newer");
    expect((await schemaState(database.db, [...own, expand])).state).toBe("newer-compatible");
  });

  test("refuses to add a migration to a database that newer ones have changed", async () => {
    await migrate(database.db, [...(await readMigrations()), next("select 1")]);
    const other = { name: "899_other.sql", checksum: "", text: "select 1" };
    const ours = [...(await readMigrations()), other];
    await expect(migrate(database.db, ours)).rejects.toThrow("900_next.sql: unknown here");
    expect((await schemaState(database.db, ours)).state).toBe("newer");
  });

  test("says what is missing where it may only check, and changes nothing", async () => {
    await checkMigrated(database.db);
    await sql`delete from pgboss.queue where name = 'webhook'`.execute(database.db);
    await expect(checkMigrated(database.db)).rejects.toThrow(
      "MIGRATE=check: the database lacks the job queue webhook; run node dist/server/migrate.js first.",
    );
    const migrations = [...(await readMigrations()), next("create table a (n int)")];
    await expect(checkMigrated(database.db, migrations)).rejects.toThrow("lacks 900_next.sql;");
    expect((await schemaState(database.db, migrations)).pending).toEqual(["900_next.sql"]);
    const { rows } = await sql`select to_regclass('a') as a`.execute(database.db);
    expect(rows).toEqual([{ a: null }]);
  });

  test("refuses a database from before the migrations began again", async () => {
    await sql`insert into schema_migrations (name, checksum) values ('001_core.sql', 'old')`.execute(
      database.db,
    );
    await expect(migrate(database.db)).rejects.toThrow(OldSchemaError);
  });

  test("takes the migrations whose comments have changed since the database applied them", async () => {
    for (const [name, [checksum]] of Object.entries(EDITED_MIGRATIONS))
      await sql`update schema_migrations set checksum = ${checksum} where name = ${name}`.execute(
        database.db,
      );
    expect(await migrate(database.db)).toEqual([]);
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
