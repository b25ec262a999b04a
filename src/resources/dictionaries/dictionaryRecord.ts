import type { Identifier } from "react-admin";
import type { Dictionary } from "../../../domain/dictionaries.ts";

/** A dictionary as the data provider hands it out. */
export type DictionaryRecord = Dictionary & { id: Identifier };
