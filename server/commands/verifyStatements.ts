import {
  type VerifiedStatements,
  verifyStatements,
} from "../modules/closings/service/verifyStatements.ts";
import { openMigrated } from "../start/openOwn.ts";
import { runCommand, withDatabase } from "./runCommand.ts";

const DIFFERS = 1;
const COULD_NOT_LOOK = 2;

/**
 * `node dist/server/verifyStatements.js`: proves that figures and roots of all closed months are those of
 * the ledger, or names the first difference.
 */
await runCommand({
  usage: "verifyStatements.js",
  read: (options) => (options.length === 0 ? {} : undefined),
  run: () =>
    withDatabase(openMigrated, async ({ db }) => {
      const verified = await verifyStatements(db);
      console.log(describe(verified));
      return verified.difference ? DIFFERS : 0;
    }),
  failure: COULD_NOT_LOOK,
});

function describe({ closings, withoutRows, difference }: VerifiedStatements): string {
  if (difference) {
    const { organizationId, contractId, month, version, what } = difference;
    return `organization ${organizationId}, contract ${contractId}, ${month}, version ${version}: ${what}.`;
  }
  const dropped =
    withoutRows > 0 ? `; the ledger of ${withoutRows} is gone, of which the chain is right` : "";
  return `${closings} closings are as the ledger has them${dropped}.`;
}
