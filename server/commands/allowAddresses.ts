import { organizationUpdate } from "../../domain/organizations/schemas.ts";
import { actAsOperator } from "../audit/acting.ts";
import { changeOrganization, readOrganization } from "../modules/organizations/service.ts";
import { ProblemError } from "../problem.ts";
import { openMigrated } from "../start/openOwn.ts";
import { StartError } from "../start/startMessages.ts";
import { type Opened, runCommand, withDatabase } from "./runCommand.ts";

interface Options {
  organizationId: number;
  clears: boolean;
}

/**
 * `node dist/server/allowAddresses.js ORGANIZATION_ID [--clear]`: prints from where the users of an
 * organization may call, or lets them call from everywhere again.
 */
await runCommand({
  usage: "allowAddresses.js ORGANIZATION_ID [--clear]",
  read: ([id = "", option, ...more]): Options | undefined => {
    const isKnown = option === undefined || option === "--clear";
    return /^[1-9]\d{0,14}$/.test(id) && isKnown && more.length === 0
      ? { organizationId: Number(id), clears: option === "--clear" }
      : undefined;
  },
  run: (options) =>
    withDatabase(openMigrated, async (deps) => {
      const allowed = await actAsOperator("allowAddresses", () => allowAddresses(deps, options));
      const addresses = allowed.length === 0 ? "no limit on addresses." : allowed.join(", ");
      console.log(`Organization ${options.organizationId}: ${addresses}`);
      return 0;
    }),
});

async function allowAddresses(deps: Opened, { organizationId, clears }: Options) {
  try {
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
  }
}
