import { writeFileSync } from "node:fs";
import { readCatalogue } from "../server/db/catalogue.ts";
import { openDatabase } from "../server/db/client.ts";
import { migrate } from "../server/db/migrate.ts";

/** Writes down what the migrations make, which doctor.js compares a database with. */
const { db, close } = await openDatabase({ kind: "pglite", dataDir: ":memory:" });
await migrate(db);
const catalogue = await readCatalogue(db).finally(close);
writeFileSync(
  new URL("../server/db/catalogue.json", import.meta.url),
  `${JSON.stringify(Object.fromEntries(catalogue), null, 2)}\n`,
);
console.log(`${catalogue.size} parts of the schema are in server/db/catalogue.json.`);
