import { organizationUpdate } from "../../domain/organizations/schemas.ts";
import { actAsOperator } from "../audit/acting.ts";
import { ConfigError, readConfig } from "../config.ts";
import { ServerLog } from "../log/serverLog.ts";
import { changeOrganization, readOrganization } from "../modules/organizations/service.ts";
import { ProblemError } from "../problem.ts";
import { lockDataDirectory } from "../start/dataDirectory.ts";
import { openMigrated } from "../start/openOwn.ts";
import { Shutdown } from "../start/shutdown.ts";
import { describeStartError, StartError } from "../start/startError.ts";

const USAGE = "Usage: allowAddresses.js ORGANIZATION_ID [--clear]";

/**
 * `node dist/server/allowAddresses.js ORGANIZATION_ID [--clear]`: prints from where the users of an
 * organization may call, or lets them call from everywhere again.
 */
async function allowAddresses(organizationId: number, { clears }: { clears: boolean }) {
  const config = readConfig(process.env);
  const shutdown = new Shutdown();
  try {
    if (config.database.kind === "pglite") shutdown.add(await lockDataDirectory(config.dataDir));
    const { db } = await openMigrated(config, new ServerLog(), shutdown);
    const deps = { db, now: () => new Date() };
    const organization = clears
      ? await changeOrganization(
          deps,
          { organizationId, ifMatch: undefined },
          organizationUpdate.parse({ allowedAddresses: [] }),
        )
      : await readOrganization(deps, organizationId);
    return organization.allowedAddresses;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "NOT_FOUND") throw error;
    throw new StartError(`There is no organization ${organizationId}.`, { cause: error });
  } finally {
    await shutdown.closeAll();
  }
}

try {
  const [id = "", option, ...more] = process.argv.slice(2);
  const isKnown = option === undefined || option === "--clear";
  if (!/^[1-9]\d{0,14}$/.test(id) || !isKnown || more.length > 0) throw new ConfigError(USAGE);
  const allowed = await actAsOperator("allowAddresses", () =>
    allowAddresses(Number(id), { clears: option === "--clear" }),
  );
  console.log(
    allowed.length === 0
      ? `Organization ${id}: no limit on addresses.`
      : `Organization ${id}: ${allowed.join(", ")}`,
  );
} catch (error) {
  console.error(describeStartError(error));
  process.exitCode = 1;
}
