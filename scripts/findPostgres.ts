import pg from "pg";
import { MissingPart } from "./missingPart.ts";

const USUAL = "postgres://postgres@127.0.0.1:5432/postgres";
const OLDEST = 150_000;

/** TEST_DATABASE_URL, or a local server that trusts user postgres. Throws if the former fails. */
export async function findPostgres(): Promise<string | undefined> {
  const named = process.env.TEST_DATABASE_URL;
  if (named) {
    try {
      await refuseOld(named);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MissingPart(`TEST_DATABASE_URL: the server cannot be used: ${reason}.`);
    }
    return named;
  }
  try {
    await refuseOld(USUAL);
    return USUAL;
  } catch {
    return undefined;
  }
}

async function refuseOld(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    if (Number(rows[0]?.server_version_num) < OLDEST)
      throw new Error("PostgreSQL 15 or later is required");
  } finally {
    await client.end();
  }
}
