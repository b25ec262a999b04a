import type { ContractTerm } from "../../../domain/contracts/rules.ts";
import { formatDate } from "../../../domain/text/dates.ts";
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
