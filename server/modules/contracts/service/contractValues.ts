import type { Insertable } from "kysely";
import { withBlanks } from "../../../../domain/contracts/edit.ts";
import { EDITABLE_FIELDS, type EditableField } from "../../../../domain/contracts/fields.ts";
import type { Contract, ContractCreate } from "../../../../domain/contracts/schemas.ts";
import { fieldColumns } from "../../../db/fieldColumns.ts";
import { adminNameColumns } from "../../../db/nameColumns.ts";
import type { ContractsTable } from "../../../db/tables.ts";

const editable = fieldColumns(EDITABLE_FIELDS);

/** The row of a new contract. */
export function contractValues(
  input: ContractCreate & { organizationId: number },
  at: Date,
): Insertable<ContractsTable> {
  const { organizationId: organization_id } = input;
  return { organization_id, ...editedValues(withBlanks(input)), created_at: at, updated_at: at };
}

/** The columns of an edited contract; `edited` is the whole contract. */
export function editedValues(edited: Pick<Contract, EditableField>) {
  return {
    ...editable.write(edited),
    ...adminNameColumns(edited.adminName, edited.adminNameKana),
  };
}
