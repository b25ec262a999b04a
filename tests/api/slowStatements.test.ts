import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../../server/db/client.ts";
import { describePostgres } from "../support/database.ts";

describePostgres("a statement of over a second", () => {
  it("is logged without its values, and a quick one is not", async () => {
    const lines: [object, string][] = [];
    const log = { warn: (details: object, message: string) => void lines.push([details, message]) };
    const url = process.env.TEST_DATABASE_URL ?? "";
    const { db, close } = await openDatabase({ kind: "postgres", url }, log);
    await sql`select ${"quick"}::text`.execute(db);
    await sql`select pg_sleep(1.1),
      ${"s3cret"}::text`.execute(db);
    await close();
    expect(lines).toEqual([
      [{ statement: "select pg_sleep(1.1), $1::text", ms: expect.any(Number) }, "slow statement"],
    ]);
  });
});
