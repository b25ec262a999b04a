import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { isDatabaseUnavailable, pgConstraint, pgErrorCode } from "../../server/db/errors.ts";
import { constraintProblem } from "../../server/problem.ts";
import { describeEachEngine, describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const at = new Date("2026-04-01T00:00:00.123Z");
const organization = (no: string) => ({
  organization_no: no,
  organization_name: "組織",
  name_key: "組織",
  created_at: at,
  updated_at: at,
});

describeEachEngine("the database", "types", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  test("hands out int8 as number, date as text, timestamptz as Date, bytea and json as written", async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select ${9_007_199_254_740_991}::int8 as big, ${"2026-03-31"}::date as day, ${at}::timestamptz as instant,
        ${new Uint8Array([0, 255])}::bytea as bytes, ${JSON.stringify({ a: ["あ"] })}::jsonb as json,
        count(*) as counted, true as yes,
        ${[1, 2]}::int8[] as ids, '{}'::int8[] as none, null as nothing`.execute(database.db);
    const row = rows[0];
    expect(row).toMatchObject({
      big: 9_007_199_254_740_991,
      day: "2026-03-31",
      instant: at,
      json: { a: ["あ"] },
      counted: 1,
      ids: [1, 2],
      none: [],
      yes: true,
      nothing: null,
    });
    expect([...(row?.bytes instanceof Uint8Array ? row.bytes : [])]).toEqual([0, 255]);
  });

  test("refuses an int8 that a number cannot hold", async () => {
    await expect(sql`select 9007199254740993::int8 as big`.execute(database.db)).rejects.toThrow(
      "int8 out of safe range",
    );
  });

  test("runs its sessions in UTC", async () => {
    const { rows } = await sql<{
      zone: string;
    }>`select current_setting('TimeZone') as zone`.execute(database.db);
    expect(rows).toEqual([{ zone: "UTC" }]);
  });

  test("tells the number of rows that a write touched", async () => {
    await database.db.insertInto("organizations").values(organization("10000001")).execute();
    const { numDeletedRows } = await database.db
      .deleteFrom("organizations")
      .executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(1n);
  });

  test("keeps code, constraint and detail of an error", async () => {
    const twice = [organization("10000002"), organization("10000002")];
    const error = await database.db
      .insertInto("organizations")
      .values(twice)
      .execute()
      .catch((reason: unknown) => reason);
    expect(pgErrorCode(error)).toBe("23505");
    expect(pgConstraint(error)).toBe("organizations_no_unique");
    expect(error).toMatchObject({ detail: expect.stringContaining("10000002") });
    expect(isDatabaseUnavailable(error)).toBe(false);
  });

  test.each([
    'duplicate key value violates unique constraint "workspaces_name_unique_102008"',
    'new row for relation "workspaces_102008" violates check constraint "workspaces_name_unique"',
  ])("tells the constraint that a node of Citus names in its message alone: %s", (message) => {
    expect(constraintProblem(Object.assign(new Error(message), { code: "23505" }))).toMatchObject({
      code: "NAME_EXISTS",
    });
    expect(constraintProblem(new Error(message))).toBeUndefined();
  });

  test("answers each of many queries at once with its own rows, also after one that fails", async () => {
    const asked = Array.from({ length: 30 }, (_, n) => n);
    const answers = await Promise.all(
      asked.map((n) =>
        sql<{ n: number }>`select ${n}::int as n, 1 / (${n}::int - 7) as fails`
          .execute(database.db)
          .then(({ rows }) => rows[0]?.n)
          .catch(pgErrorCode),
      ),
    );
    expect(answers).toEqual(asked.map((n) => (n === 7 ? "22012" : n)));
  });

  test("rolls a failed transaction back and leaves the session usable", async () => {
    const failed = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto("organizations").values(organization("10000003")).execute();
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    const rows = await database.db.selectFrom("organizations").select("organization_no").execute();
    expect(rows).toEqual([]);
  });

  test("keeps transactions that run at once apart", async () => {
    const count = async (no: string) =>
      database.db.transaction().execute(async (transaction) => {
        await transaction.insertInto("organizations").values(organization(no)).execute();
        const rows = await transaction
          .selectFrom("organizations")
          .select("organization_no")
          .execute();
        throw rows.length;
      });
    const counts = await Promise.all(
      ["10000004", "10000005", "10000006"].map((no) => count(no).catch((seen: unknown) => seen)),
    );
    expect(counts).toEqual([1, 1, 1]);
  });

  test("is unavailable once closed, and closing twice is harmless", async () => {
    const closed = await testDatabase(engine);
    await closed.ping();
    await Promise.all([closed.close(), closed.close()]);
    await expect(closed.ping()).rejects.toThrow();
  });
});

describePostgres("a PostgreSQL that goes away", () => {
  test("ends only the sessions that it cut off", async () => {
    const database = await testDatabase("postgres");
    const cut = database.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      await sql`select 1`.execute(transaction);
    });
    const error = await cut.catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await expect(database.ping()).resolves.toBeUndefined();
    await database.close();
  });

  test("is unavailable at a port where nobody listens", async () => {
    const database = await openDatabase({ kind: "postgres", url: "postgres://x@127.0.0.1:4139/x" });
    const error = await database.ping().catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await database.close();
  });
});

describePostgres("the time a statement may take", () => {
  const limitOf = async (patient: boolean) => {
    const url = String(process.env.TEST_DATABASE_URL);
    const database = await openDatabase({ kind: "postgres", url, patient });
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(
      database.db,
    );
    await database.close();
    return rows[0]?.statement_timeout;
  };

  test("is limited for requests and not for migrations", async () => {
    expect(await limitOf(false)).toBe("15s");
    expect(await limitOf(true)).toBe("0");
  });
});

describePostgres("a replica", () => {
  test.each([
    ["is the primary itself where the URL leads there", process.env.TEST_DATABASE_URL, true],
    ["is undefined while it is away", "postgres://x@127.0.0.1:4139/x", false],
    ["is undefined where none is named", undefined, false],
  ])("%s", async (_, readUrl, isThere) => {
    const url = String(process.env.TEST_DATABASE_URL);
    const target = { kind: "postgres", url, ...(readUrl ? { readUrl } : {}) } as const;
    const database = await openDatabase(target);
    expect((await database.replica()) !== undefined).toBe(isThere);
    await database.close();
  });
});

describePostgres("another database in the replica's place", () => {
  test("is not read", async () => {
    const own = await testDatabase("postgres");
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(own.db);
    const readUrl = String(process.env.TEST_DATABASE_URL);
    const url = urlOf(readUrl, rows[0]?.name ?? "");
    const warned: string[] = [];
    const log = { warn: ({ err }: { err: Error }) => void warned.push(err.message) };
    const database = await openDatabase({ kind: "postgres", url, readUrl }, log);
    expect(await database.replica()).toBeUndefined();
    expect(warned).toEqual(["it is no standby of this database"]);
    await database.close();
    await own.close();
  });
});

describePostgres("a session at a server that is no primary any more", () => {
  test("is unavailable for writes, and given up", async () => {
    const url = String(process.env.TEST_DATABASE_URL);
    const database = await openDatabase({ kind: "postgres", url, poolSize: 1 });
    const { db } = database;
    await sql`set session characteristics as transaction read only`.execute(db);
    const error = await sql`create table refused ()`.execute(db).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    const { rows } = await sql`show transaction_read_only`.execute(db);
    expect(rows).toEqual([{ transaction_read_only: "off" }]);
    await database.close();
  });
});

describe("an error", () => {
  test.each([["57P01"], ["53300"], ["08006"], ["57014"], ["ECONNREFUSED"]])(
    "with code %s means that the database is away",
    (code) => {
      expect(isDatabaseUnavailable(Object.assign(new Error("x"), { code }))).toBe(true);
    },
  );

  test.each([["23505"], ["23P01"], ["42601"], ["22P02"]])("with code %s does not", (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error("x"), { code }))).toBe(false);
  });
});
