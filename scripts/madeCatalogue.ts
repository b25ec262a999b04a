import { readFileSync, writeFileSync } from "node:fs";
import { readCatalogue } from "../server/db/catalogue.ts";
import { openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";

const FILE = new URL("../server/db/catalogue.json", import.meta.url);

/** What the migrations make, which doctor.js compares a database with. */
export async function madeCatalogue(): Promise<Record<string, unknown>> {
  const { db, close } = await openDatabase({ kind: "pglite", dataDir: ":memory:" });
  await migrate(db);
  return Object.fromEntries(await readCatalogue(db).finally(close));
}

export const writtenCatalogue = (): unknown => JSON.parse(readFileSync(FILE, "utf8"));

export const writeCatalogue = (catalogue: Record<string, unknown>) =>
  writeFileSync(FILE, `${JSON.stringify(catalogue, null, 2)}\n`);
