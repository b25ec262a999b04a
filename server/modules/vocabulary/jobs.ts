import { subDays } from "date-fns";
import { TOMBSTONE_DAYS } from "../../../domain/vocabulary/rules.ts";
import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { addUpUses, deleteOldUses } from "./queries/entryUses.ts";
import { forgetTombstones } from "./queries/vocabulary.ts";

export function vocabularyHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "forget deleted words": () => forgetTombstones(db, subDays(now(), TOMBSTONE_DAYS)),
    "add up uses of words": () => addUpUses(db),
    "delete old uses of words": () => deleteOldUses(db),
  };
}
