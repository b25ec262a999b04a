import { type KyselyPlugin, sql } from "kysely";
import { z } from "zod";
import { actAsSystem } from "../../server/audit/acting.ts";
import { openDatabase } from "../../server/db/client.ts";
import { transactOn } from "../../server/db/transact.ts";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";
import { commitImport } from "../../server/modules/imports/service/commitImport.ts";
import { prepareImport } from "../../server/modules/imports/service/prepareImport.ts";

/**
 * A child process that imports a file into a dictionary, replacing all, and is killed some time
 * after the statement of its commit with this number. It ends by itself if there are fewer.
 */
const [given = ""] = process.argv.slice(2);
const { database, organizationId, dictionaryId, userId, csv, statement, afterMs } = z
  .object({
    database: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("postgres"), url: z.string() }),
      z.object({ kind: z.literal("pglite"), dataDir: z.string() }),
    ]),
    organizationId: z.int(),
    dictionaryId: z.int(),
    userId: z.string(),
    csv: z.string(),
    statement: z.int(),
    afterMs: z.number(),
  })
  .parse(JSON.parse(given));

const { db, close } = await openDatabase(database);
const files = new DictionaryFiles();
const now = () => new Date();
const { signal } = new AbortController();
const write = { organizationId, dictionaryId, userId, lockToken: undefined };
const file = new File([csv], "単語.csv");
const { importId } = await prepareImport({ db, files, now }, write, { file }, signal);

let statements = 0;
const killer: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    if (statements === statement) setTimeout(() => process.kill(process.pid, "SIGKILL"), afterMs);
    return node;
  },
  transformResult: async ({ result }) => result,
};
const transact = transactOn(db.withPlugin(killer));
const commit = { ...write, importId, ifMatch: "any" as const };
await actAsSystem("test", () =>
  commitImport({ now, transact }, commit, { mode: "replace" }, signal),
);
// What a late timer has left to do.
await sql`select 1`.execute(db);
await files.close();
await close();
process.exit();
