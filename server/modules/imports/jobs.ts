import { subDays } from "date-fns";
import { IMPORT_DAYS, REVERT_DAYS } from "../../../domain/imports/rules.ts";
import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { forgetOldChanges } from "./queries/importCapacity.ts";
import { deleteOldImports } from "./queries/imports.ts";

const PREPARED_DAYS = 1;

export function importHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  const run = async () => {
    await deleteOldImports(db, {
      preparedBefore: subDays(now(), PREPARED_DAYS),
      committedBefore: subDays(now(), IMPORT_DAYS),
    });
    await forgetOldChanges(db, subDays(now(), REVERT_DAYS));
  };
  return { "delete old imports": run };
}
