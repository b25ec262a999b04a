import { formatDateTime } from "../../../../domain/dates.ts";
import type { ContractRecord } from "../contractRecord.ts";
import detail from "./detail.module.css";
import { Field } from "./Field.tsx";

export function RecordDates({ contract }: { contract: ContractRecord }) {
  return (
    <dl className={detail.fields}>
      <Field source="contractId">{contract.contractId}</Field>
      <Field source="createdAt">{formatDateTime(contract.createdAt)}</Field>
      <Field source="updatedAt">{formatDateTime(contract.updatedAt)}</Field>
    </dl>
  );
}
