import { contractStatus, minutesUsed, usageState } from "../../../domain/contracts/rules.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { type ContractRow, type LimitsRow, storedFields } from "./queries/contracts.ts";

/** What decides the limits of a contract: its dates, caps and use. */
export function presentLimited(row: LimitsRow, today: string) {
  const term = presentTerm(row);
  return { ...term, ...presentUse(row), status: contractStatus(term, today) };
}

export function presentContract(row: ContractRow, today: string): Contract {
  const use = presentUse(row);
  return {
    contractId: row.contract_id,
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    organizationNameKana: row.organization_name_kana,
    organizationNo: row.organization_no,
    ...storedFields.read(row),
    ...use,
    status: contractStatus(presentTerm(row), today),
    usageState: usageState(use),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentTerm(row: LimitsRow) {
  return {
    startDate: row.start_date,
    endDate: row.end_date,
    terminationDate: row.termination_date,
  };
}

function presentUse(row: LimitsRow) {
  return {
    maxTranscriptCount: row.max_transcript_count,
    maxTranscriptMinutes: row.max_transcript_minutes,
    usedTranscriptCount: row.transcript_count,
    usedTranscriptMinutes: minutesUsed(row.seconds),
    usedTranscriptSeconds: row.seconds,
  };
}
