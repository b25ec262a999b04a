import { contractFields } from "../../../domain/contracts/fields.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { fieldsWith } from "../../../domain/fields.ts";
import { columnsOf } from "../../exports/csvText.ts";

const fields = fieldsWith(contractFields, "csv");

/** `own` is for the organization itself, without the provider's internal notes. */
export const contractCsv = {
  all: columnsOf<Contract>(contractFields, fields),
  own: columnsOf<Contract>(
    contractFields,
    fields.filter((field) => !("internal" in contractFields[field])),
  ),
} as const;
