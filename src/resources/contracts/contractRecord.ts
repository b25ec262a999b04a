import type { Identifier } from "react-admin";
import type { Contract } from "../../../domain/contracts/schemas.ts";

export type ContractRecord = Contract & { id: Identifier };
