import { subDays } from "date-fns";
import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { deleteLinksBefore } from "./queries.ts";

/** A link whose time is over says so for as long. */
const ENDED_LINK_DAYS = 90;

export function waysHousekeeping({ db, now }: Pick<Deps, "db" | "now">): Housekeeping {
  return {
    "delete ended set-up links": () => deleteLinksBefore(db, subDays(now(), ENDED_LINK_DAYS)),
  };
}
