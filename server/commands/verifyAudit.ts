import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type StoredSeal, storedSeals } from "../../domain/audit/schemas.ts";
import { verifyAudit } from "../audit/service/verifyAudit.ts";
import { ConfigError } from "../config.ts";
import { openMigrated } from "../start/openOwn.ts";
import { describeVerified } from "./reportLines.ts";
import { runCommand, withDatabase } from "./runCommand.ts";

const DIFFERS = 1;
const COULD_NOT_LOOK = 2;
/** Nothing differs, but not every day is proven. */
const NOT_PROVEN = 3;

/**
 * `node dist/server/verifyAudit.js [--seals FILE]`: proves that the audit log is as it was sealed, or
 * names the first difference. Without a file of seals that were kept elsewhere it cannot tell a log
 * that was rewritten together with its seals.
 */
await runCommand({
  usage: "verifyAudit.js [--seals FILE]",
  read: (args) => {
    try {
      return parseArgs({ args, options: { seals: { type: "string" } } }).values;
    } catch {
      return undefined;
    }
  },
  run: async ({ seals }) => {
    const outside = await readSeals(seals);
    return withDatabase(openMigrated, async ({ config, db, now }) => {
      const retentionMonths = config.auditRetentionMonths;
      const verified = await verifyAudit(db, { now: now(), retentionMonths, outside });
      for (const line of describeVerified(verified)) console.log(line);
      if (verified.difference) return DIFFERS;
      if (outside.length === 0) {
        console.log(
          "Compare with seals that are kept elsewhere (--seals FILE) to exclude a rewrite.",
        );
      }
      return verified.resealed.length + verified.future.length > 0 ? NOT_PROVEN : 0;
    });
  },
  failure: COULD_NOT_LOOK,
});

async function readSeals(path: string | undefined): Promise<StoredSeal[]> {
  if (path === undefined) return [];
  try {
    return storedSeals.parse(JSON.parse(await readFile(path, "utf8"))).seals;
  } catch (error) {
    throw new ConfigError(`${path}: not an answer of GET /audit-seals`, { cause: error });
  }
}
