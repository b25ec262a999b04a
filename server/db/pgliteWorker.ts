import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type Results } from "@electric-sql/pglite";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import {
  dateOid,
  int8Oid,
  makeDirectory,
  type PgliteAbort,
  type PgliteAnswer,
  type PgliteNotice,
  type PgliteRequest,
  type PgliteWorkerData,
  parseDate,
  parseInt8,
} from "./pgliteProtocol.ts";

/** PGlite blocks its thread while a query runs, so it gets one of its own. */

const options: PgliteWorkerData = workerData;
const database = options.isAbsent ? await made() : await open(options.dataDir, options.loadDataDir);
// After an abort (such as a panic of PostgreSQL) the current call of PGlite never returns.
Object.assign(database.Module, {
  onAbort: () => parentPort?.postMessage({ aborted: true } satisfies PgliteAbort),
});
await database.exec("SET TimeZone = 'UTC'");
database.onNotification((channel, payload) => {
  parentPort?.postMessage({ channel, payload } satisfies PgliteNotice);
});

parentPort?.on("message", (request: PgliteRequest) => {
  answer(request).then((message) => parentPort?.postMessage(message));
});
parentPort?.postMessage({ id: 0 } satisfies PgliteAnswer);

async function made(): Promise<PGlite> {
  await makeDirectory(options.dataDir, async (directory) => {
    const database = await open(directory, options.loadDataDir);
    await database.close();
  });
  return open(options.dataDir);
}

async function open(dataDir: string, dump?: string): Promise<PGlite> {
  return PGlite.create({
    dataDir: dataDir === ":memory:" ? "memory://" : dataDir,
    ...(dump === undefined ? {} : { loadDataDir: new Blob([await readFile(dump)]) }),
    extensions: { btree_gist },
    parsers: { [int8Oid]: parseInt8, [dateOid]: parseDate },
  });
}

async function answer(request: PgliteRequest): Promise<PgliteAnswer> {
  const { id } = request;
  try {
    if (request.kind === "close") {
      await database.close();
      return { id };
    }
    if (request.kind === "dump") {
      const dump = await database.dumpDataDir("none");
      return { id, dump: new Uint8Array(await dump.arrayBuffer()) };
    }
    const result = await run(request.sql, request.parameters);
    return { id, rows: result?.rows ?? [], affectedRows: result?.affectedRows };
  } catch (error) {
    return { id, error: plainError(error) };
  }
}

/** Without parameters the text may hold several statements, as with pg; the last result counts. */
async function run(
  sql: string,
  parameters: readonly unknown[],
): Promise<Results<unknown> | undefined> {
  if (parameters.length > 0) return database.query(sql, [...parameters]);
  return (await database.exec(sql)).at(-1);
}

/** An Error loses its own fields (code, constraint, detail) between threads. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const fields = Object.entries(error).filter(([, value]) => typeof value === "string");
  return { ...Object.fromEntries(fields), message: error.message };
}
