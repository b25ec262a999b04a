import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, expect, it } from "vitest";
import { type DatabaseTarget, openDatabase } from "../../server/db/client.ts";
import { migrate } from "../../server/db/migrate.ts";
import { type OwnPostgres, ownPostgres } from "../process/ownPostgres.ts";
import { TestClock } from "../support/clock.ts";
import { anOrganization } from "../support/contractRows.ts";
import { describeEachEngine } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { ownCsv } from "../support/importRequests.ts";
import { pgliteTemplate } from "../support/pgliteTemplate.ts";

/** A full proof takes 20: `IMPORT_KILLS=20 npm test tests/operations/importCrashes.test.ts`. */
const KILLS = Number(process.env.IMPORT_KILLS ?? 2);
/** About as many as a commit has, so that the kills spread over all of it. */
const STATEMENTS = 16;
const ROWS = 2_000;
const LIMIT_MS = 300_000;
const script = fileURLToPath(new URL("../support/killedImport.ts", import.meta.url));

interface Import {
  csv: string;
  surfaces: string[];
}

/** A file that shares half of its entries with the one before. */
function importOf(round: number): Import {
  const numbers = Array.from({ length: ROWS }, (_, n) => n + (round * ROWS) / 2);
  return {
    csv: ownCsv(numbers.map((n) => `語${n},ご,名詞,${1 + (round % 3)},,有効`)),
    surfaces: numbers.map((n) => `語${n}`).sort(),
  };
}

describeEachEngine("an import that is killed", "crashes", (engine) => {
  const undo: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const each of undo.splice(0).reverse()) await each();
  });

  async function ownTarget(): Promise<DatabaseTarget> {
    if (engine === "postgres") {
      const postgres: OwnPostgres = await ownPostgres();
      undo.push(() => postgres.close());
      return { kind: "postgres", url: postgres.url };
    }
    const dataDir = mkdtempSync(join(tmpdir(), "import-"));
    undo.push(() => rmSync(dataDir, { recursive: true }));
    return { kind: "pglite", dataDir: join(dataDir, "database") };
  }

  it(
    "is in its dictionary whole or not at all",
    async () => {
      const target = await ownTarget();
      const migrated = { ...target, loadDataDir: await pgliteTemplate() };
      const key = await within(migrated, async (db) => {
        await migrate(db);
        const organizationId = await anOrganization(db);
        const at = new Date();
        const user = { user_id: "keeper", email: "k@example.com", user_name: "花子" };
        await db
          .insertInto("users")
          .values({ ...user, search_key: "", created_at: at, updated_at: at })
          .execute();
        const clock = new TestClock();
        return {
          organizationId,
          dictionaryId: await aDictionary({ db, clock }, { organizationId }),
        };
      });

      let before: string[] = [];
      let killed = 0;
      // A start of the embedded database takes long.
      const kills = engine === "pglite" ? Math.ceil(KILLS / 2) : KILLS;
      for (let round = 0; round < kills; round += 1) {
        const { csv, surfaces } = importOf(round);
        const statement = 1 + Math.floor(((round + 0.5) * STATEMENTS) / kills);
        const afterMs = (round % 4) * 8;
        const given = { database: target, ...key, userId: "keeper", csv, statement, afterMs };
        killed += (await ended(given)) === "SIGKILL" ? 1 : 0;
        const { now, count, committed } = await state(target, key.dictionaryId);
        expect(count, `round ${round}`).toBe(now.length);
        expect([before, surfaces], `round ${round}`).toContainEqual(now);
        expect(committed, `round ${round}`).toBe(now.join() === surfaces.join());
        before = now;
      }
      expect(killed).toBeGreaterThan(kills / 2);
    },
    LIMIT_MS,
  );
});

async function ended(given: object): Promise<NodeJS.Signals | null> {
  const words = ["--liftoff-only", "--import", "tsx", script, JSON.stringify(given)];
  const child = spawn(process.execPath, words, { stdio: "inherit" });
  const [code, signal] = await once(child, "exit");
  if (signal === null && code !== 0) throw new Error(`the import ended with ${code}`);
  return signal;
}

/** The entries, what they are counted as, and whether the last import counts as done. */
function state(target: DatabaseTarget, dictionaryId: number) {
  return within(target, async (db) => {
    // The server may still be busy with what the killed process sent last.
    await sql`select from dictionaries where dictionary_id = ${dictionaryId} for update`.execute(
      db,
    );
    const entries = await db
      .selectFrom("dictionary_entries")
      .select("surface")
      .where("dictionary_id", "=", dictionaryId)
      .execute();
    const { entry_count } = await db
      .selectFrom("dictionaries")
      .select("entry_count")
      .where("dictionary_id", "=", dictionaryId)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ committed: boolean }>`
      select committed_at is not null as committed from dictionary_imports
      where dictionary_id = ${dictionaryId} order by import_id desc limit 1`.execute(db);
    return {
      now: entries.map(({ surface }) => surface).sort(),
      count: entry_count,
      committed: rows[0]?.committed,
    };
  });
}

async function within<Result>(
  target: DatabaseTarget,
  work: (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(target);
  return work(database.db).finally(() => database.close());
}
