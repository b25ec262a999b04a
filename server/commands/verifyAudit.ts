import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type KeptSeal, keptSeals } from "../../domain/audit/schemas.ts";
import { verifyAudit } from "../audit/service/verifyAudit.ts";
import { ConfigError, readConfig } from "../config.ts";
import { ServerLog } from "../log/serverLog.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { openMigrated } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError } from "../start/startError.ts";
import { describeVerified } from "./verifiedLines.ts";

const USAGE = "Usage: verifyAudit.js [--seals FILE]";

const DIFFERS = 1;
const COULD_NOT_LOOK = 2;
/** Nothing differs, but not every day is proven. */
const NOT_PROVEN = 3;

/**
 * `node dist/server/verifyAudit.js [--seals FILE]`: proves that the audit log is as it was sealed, or
 * names the first difference. Without a file of seals that were kept elsewhere it cannot tell a log
 * that was rewritten together with its seals. Returns the exit code.
 */
async function verify(outside: readonly KeptSeal[]): Promise<number> {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const { db } = await openMigrated(config, new ServerLog(), shutdown);
    const verified = await verifyAudit(db, {
      now: new Date(),
      retentionMonths: config.auditRetentionMonths,
      outside,
    });
    for (const line of describeVerified(verified)) console.log(line);
    if (verified.difference) return DIFFERS;
    if (outside.length === 0) {
      console.log(
        "Compare with seals that are kept elsewhere (--seals FILE) to exclude a rewrite.",
      );
    }
    return verified.resealed.length + verified.future.length > 0 ? NOT_PROVEN : 0;
  } finally {
    await shutdown.closeAll();
  }
}

async function readSeals(path: string | undefined): Promise<KeptSeal[]> {
  if (path === undefined) return [];
  try {
    return keptSeals.parse(JSON.parse(await readFile(path, "utf8"))).seals;
  } catch (error) {
    throw new ConfigError(`${path}: not an answer of GET /audit-seals`, { cause: error });
  }
}

function readArguments(): { seals?: string | undefined } {
  try {
    return parseArgs({ options: { seals: { type: "string" } } }).values;
  } catch {
    throw new ConfigError(USAGE);
  }
}

try {
  process.exitCode = await verify(await readSeals(readArguments().seals));
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = COULD_NOT_LOOK;
}
