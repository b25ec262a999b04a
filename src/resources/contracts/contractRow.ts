import type { Identifier } from "ra-core";
import type { Contract } from "../../../domain/contracts.ts";

/** A contract as the data provider hands it out. */
export type ContractRow = Contract & { id: Identifier };
