import type { Deps } from "../../context.ts";
import type { Housekeeping } from "../../jobs/housekeeping.ts";
import { eraseLate } from "./service/previewErasure.ts";

export function erasingHousekeeping(deps: Pick<Deps, "db" | "now">): Housekeeping {
  return { "erase late events": () => eraseLate(deps) };
}
