import { MOST_AT_ONCE } from "../../../domain/readings/rules.ts";
import type { AcceptedReadings } from "../../../domain/readings/schemas.ts";
import type { Deps } from "../../context.ts";
import { transactOn } from "../../db/transact.ts";
import { checkEntry } from "../../formats/checkEntry.ts";
import { conflict } from "../../problem.ts";
import { measureImport } from "../imports/queries/importCapacity.ts";
import { correctRows, findWithoutReading } from "../imports/queries/importRows.ts";
import type { ImportKey } from "../imports/queries/imports.ts";
import { openImport } from "../imports/service/commitImport.ts";
import { stagedValues } from "../imports/service/prepareImport.ts";
import { foundImport, readImport } from "../imports/service/readImports.ts";
import type { Viewer } from "../workspaces/queries/visibleTo.ts";
import { findAgreedReadings } from "./service.ts";

/**
 * Gives rows of a dry run that state no reading the one on which two sources agree
 * (docs/product/readings.md#imports): of the rows behind `after` so many that the answer is there in time, in
 * a transaction of their own. The dictionary does not change. Throws 404, 409 ALREADY_COMMITTED, 503
 * OVERLOADED if the analyser is not free in time.
 */
export async function acceptReadings(
  deps: Pick<Deps, "db" | "analyser" | "now">,
  viewer: Viewer,
  { after = 0, ...key }: ImportKey & { after?: number | undefined },
  signal: AbortSignal,
): Promise<AcceptedReadings> {
  const { committed_at: committedAt } = await foundImport(deps.db, key);
  if (committedAt) throw conflict("ALREADY_COMMITTED");
  const rows = await findWithoutReading(deps.db, key, { after, most: MOST_AT_ONCE });
  const surfaces = rows.map(({ cells }) => cells.surface ?? "");
  const agreed = await findAgreedReadings(deps, viewer, { surfaces, signal });
  const corrected = rows.flatMap(({ row_no, cells }, at) => {
    const reading = agreed[at];
    if (!reading) return [];
    const checked = checkEntry({ ...cells, surface: cells.surface ?? "", reading });
    return "reason" in checked ? [] : [{ row_no, values: stagedValues(checked) }];
  });
  if (corrected.length > 0) {
    await transactOn(deps.db)(async (trx) => {
      await openImport(trx, key);
      await correctRows(trx, key, corrected);
      await measureImport(trx, key);
    });
  }
  const next = rows.length === MOST_AT_ONCE ? (rows.at(-1)?.row_no ?? null) : null;
  return { ...(await readImport(deps, key)), next };
}
