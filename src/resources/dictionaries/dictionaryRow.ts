import type { Identifier } from "ra-core";
import type { Dictionary } from "../../../domain/dictionaries.ts";

/** A dictionary as the data provider hands it out. */
export type DictionaryRow = Dictionary & { id: Identifier };
