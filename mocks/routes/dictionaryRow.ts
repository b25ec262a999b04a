import type { Dictionary } from "../../domain/dictionaries.ts";
import type { Call } from "../call.ts";
import type { DictionaryRow } from "../tables.ts";
import type { World } from "../world.ts";
import { holderOf } from "./lockRow.ts";

/** The dictionaries of the own organization. */
export function ownDictionaries({ world, user }: Call): DictionaryRow[] {
  return world.tables.dictionaries.filter(
    ({ organizationId }) => organizationId === user.organizationId,
  );
}

/** The dictionary that the path names; throws 404. */
export function dictionaryRowOf(call: Call): DictionaryRow {
  return call.found(ownDictionaries(call), ({ dictionaryId }) => dictionaryId);
}

/** A dictionary as the API answers it. */
export function dictionaryOf(world: World, row: DictionaryRow): Dictionary {
  return { ...row, ...holderOf(world, row) };
}
