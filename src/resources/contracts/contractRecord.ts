import type { Identifier } from "react-admin";
import type { Contract } from "../../../domain/contracts.ts";

export type ContractRecord = Contract & { id: Identifier };
