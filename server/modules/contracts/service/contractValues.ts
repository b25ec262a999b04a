import type { Insertable } from "kysely";
import type { Contract, ContractCreate } from "../../../../domain/contracts/schemas.ts";
import { adminNameColumns } from "../../../db/nameColumns.ts";
import type { ContractsTable } from "../../../db/tables.ts";

/** The row of a new contract. */
export function contractValues(
  input: ContractCreate & { organizationId: number },
  at: Date,
): Insertable<ContractsTable> {
  return {
    organization_id: input.organizationId,
    admin_email: input.adminEmail,
    ...adminNameColumns(input.adminName, input.adminNameKana),
    start_date: input.startDate,
    end_date: input.endDate,
    max_transcript_count: input.maxTranscriptCount,
    max_transcript_minutes: input.maxTranscriptMinutes,
    memo: input.memo ?? "",
    created_at: at,
    updated_at: at,
  };
}

/** The columns of an edited contract; `edited` is the whole contract. */
export function editedValues(edited: Contract) {
  return {
    admin_email: edited.adminEmail,
    ...adminNameColumns(edited.adminName, edited.adminNameKana),
    start_date: edited.startDate,
    end_date: edited.endDate,
    max_transcript_count: edited.maxTranscriptCount,
    max_transcript_minutes: edited.maxTranscriptMinutes,
    memo: edited.memo,
  };
}
