import type { ContractTerm } from "../../../domain/contracts/rules.ts";
import type { Contract } from "../../../domain/contracts/schemas.ts";
import { formatDate, formatPeriod } from "../../../domain/text/dates.ts";
import { contracts } from "../../i18n/ja/resources/contracts.ts";
import styles from "./contracts.module.css";

/** 2026/04/01〜2027/03/31, which breaks only between the dates; a termination date is below. */
export function ContractPeriod({ contract }: { contract: ContractTerm }) {
  return contractPeriod(contract);
}

export function contractPeriod(contract: ContractTerm) {
  const { startDate, endDate, terminationDate } = contract;
  return (
    <span className={`numeric ${styles.period}`}>
      <span>{contracts.from(formatDate(startDate))}</span>
      <wbr />
      <span>{formatDate(endDate)}</span>
      {terminationDate ? (
        <span className="note block">
          {contracts.list.terminatedOn(formatDate(terminationDate))}
        </span>
      ) : null}
    </span>
  );
}

type Named = Pick<Contract, "organizationName" | "startDate" | "endDate">;

/** デモ株式会社 2026/04〜2027/03 */
export function nameOfContract(contract: Named): string {
  return `${contract.organizationName} ${formatPeriod(contract)}`;
}
