import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { releaseEndedDirectories } from "./service/serviceKeys.ts";

export function serviceKeyHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "release ended directories": () => releaseEndedDirectories(deps) };
}
