import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type KeptSeal, keptSeals } from "../domain/audit/schemas.ts";
import { ConfigError, readConfig } from "./config.ts";
import { lockDataDirectory } from "./dataDirectory.ts";
import { verifyAudit } from "./modules/audit/service/verifyAudit.ts";
import { openMigrated } from "./openOwn.ts";
import { ServerLog } from "./serverLog.ts";
import { Shutdown } from "./shutdown.ts";
import { describeStartError } from "./startError.ts";

const USAGE = "Usage: verifyAudit.js [--seals FILE]";

/**
 * `node dist/server/verifyAudit.js [--seals FILE]`: proves that the audit log is as it was sealed, or
 * names the first difference. Without a file of seals that were kept elsewhere it cannot tell a log
 * that was rewritten together with its seals. Returns whether it is as sealed.
 */
async function verify(outside: readonly KeptSeal[]): Promise<boolean> {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const { db } = await openMigrated(config, new ServerLog(), shutdown);
    const { seals, events, resealed, difference } = await verifyAudit(db, {
      now: new Date(),
      retentionMonths: config.auditRetentionMonths,
      outside,
    });
    if (difference) {
      const { organizationId, day, what } = difference;
      console.log(`organization ${organizationId}, ${day}: ${what}.`);
      return false;
    }
    console.log(`${events} events in ${seals} sealed days are as they were sealed.`);
    if (resealed > 0) {
      console.log(
        `From ${resealed} of these days, sealed with version 1, personal data was erased: their seals are those of before, what they hold is proven since the erasing alone.`,
      );
    }
    if (outside.length === 0) {
      console.log(
        "Compare with seals that are kept elsewhere (--seals FILE) to exclude a rewrite.",
      );
    }
    return true;
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
  const isAsSealed = await verify(await readSeals(readArguments().seals));
  if (!isAsSealed) process.exitCode = 1;
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 2;
}
