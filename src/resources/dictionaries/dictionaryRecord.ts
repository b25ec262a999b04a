import type { Identifier } from "react-admin";
import type { Dictionary } from "../../../domain/dictionaries/schemas.ts";

export type DictionaryRecord = Dictionary & { id: Identifier };
