import { type Kysely, sql } from "kysely";
import pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { preparedStatement } from "../../server/db/prepared.ts";
import type { Tables } from "../../server/db/tables.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";

const values = preparedStatement(
  (text: string, list: number[], at: Date, bytes: Uint8Array, missing: string | null) => sql<{
    text: string;
    list: number[];
    at: Date;
    bytes: Buffer;
    missing: null;
    day: string;
    truth: boolean;
  }>`
    select ${text}::text as text, ${list}::bigint[] as list, ${at}::timestamptz as at,
      ${bytes}::bytea as bytes, ${missing}::text as missing, date '2026-02-28' as day, true as truth`,
);
const divided = preparedStatement(
  (by: number) => sql<{ share: number }>`select 6 / ${by}::int as share`,
);
const row = preparedStatement((least: number) => sql`select * from named where n >= ${least}::int`);
const insert = preparedStatement((n: number) => sql`insert into named values (${n}::int)`);

describePostgres("prepared statements of a session", () => {
  const database = perSuite(() => testDatabase("postgres"));
  const inSession = (work: (session: Kysely<Tables>) => Promise<void>) =>
    database.db.connection().execute(work);

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("asks for the columns once and reads each execution alike", async () => {
    const described = vi.spyOn(pg.Connection.prototype, "describe");
    const at = new Date("2026-02-28T12:34:56.789Z");
    await inSession(async (session) => {
      for (let n = 0; n < 3; n += 1) {
        const rows = await values(session, '日本 {"}', [1, 2], at, Buffer.from([0, 255]), null);
        expect(rows).toEqual([
          {
            text: '日本 {"}',
            list: [1, 2],
            at,
            bytes: Buffer.from([0, 255]),
            missing: null,
            day: "2026-02-28",
            truth: true,
          },
        ]);
      }
    });
    expect(described).toHaveBeenCalledTimes(1);
  });

  it("goes on after an execution that fails, whose error leads to the statement", async () => {
    await inSession(async (session) => {
      const failed = divided(session, 0);
      await expect(failed).rejects.toMatchObject({
        code: "22012",
        stack: expect.stringContaining("PooledSession.query"),
      });
      expect(await divided(session, 2)).toEqual([{ share: 3 }]);
      await expect(divided(session, 0)).rejects.toMatchObject({ code: "22012" });
      expect(await divided(session, 3)).toEqual([{ share: 2 }]);
    });
  });

  it("refuses columns that have changed, instead of reading them as others", async () => {
    await inSession(async (session) => {
      await sql`create temporary table named (n int)`.execute(session);
      await insert(session, 1);
      await insert(session, 2);
      expect(await row(session, 2)).toEqual([{ n: 2 }]);
      await sql`alter table named add column m text default 'm'`.execute(session);
      await expect(row(session, 2)).rejects.toThrow("cached plan must not change result type");
    });
  });

  it("runs on the pool as in a session and in a transaction", async () => {
    const { db } = database;
    expect(await divided(db, 1)).toEqual([{ share: 6 }]);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => divided(db, 1 + (n % 3))),
    );
    expect(answers.flat().map(({ share }) => share)).toEqual(
      Array.from({ length: 30 }, (_, n) => 6 / (1 + (n % 3))),
    );
    await db.transaction().execute(async (trx) => {
      expect(await divided(trx, 2)).toEqual([{ share: 3 }]);
    });
    await expect(divided(db, 0)).rejects.toMatchObject({ code: "22012" });
    expect(database.pools()[0]).toMatchObject({ waiting: 0 });
  });
});
