import { sql } from "kysely";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { urlOf } from "./postgresTemplate.ts";
import { type Wire, wireTo } from "./wire.ts";

/** The connection between the app and PostgreSQL, which a test can cut. */
export interface DatabaseLine extends Pick<Wire, "cut" | "silence" | "restore" | "close"> {
  database: Database;
}

/** A second connection to a test's database that can be cut. */
export async function databaseLine(direct: Database): Promise<DatabaseLine> {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    direct.db,
  );
  const wire = await wireTo(urlOf(server, rows[0]?.name ?? ""));
  const database = await openDatabase({ kind: "postgres", url: wire.url });
  return {
    ...wire,
    database,
    close: async () => {
      await wire.close();
      await database.close();
    },
  };
}
