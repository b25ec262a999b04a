import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { userImportStore } from "./queries/userImports.ts";

export function userImportHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "delete old imports of users": () => userImportStore.removeOld(deps) };
}
