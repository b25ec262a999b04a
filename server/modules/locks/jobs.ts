import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { deleteOldReleases } from "./queries/releases.ts";

export function lockHousekeeping({ db }: Pick<Deps, "db">): Housekeeping {
  return { "delete old lock releases": () => deleteOldReleases(db) };
}
