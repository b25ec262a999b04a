import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { contractImportStore } from "./queries/contractImports.ts";

export function contractImportHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "delete old imports of contracts": () => contractImportStore.removeOld(deps) };
}
