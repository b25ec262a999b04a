import type { Identifier } from "react-admin";
import type { Contract } from "../../../domain/contracts.ts";

/** A contract as the data provider hands it out. */
export type ContractRecord = Contract & { id: Identifier };
