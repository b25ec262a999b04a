import type { ContractTerm } from "../../../domain/contracts/rules.ts";
import { formatDate } from "../../../domain/text/dates.ts";
import type { Translate } from "../../i18n/translate.ts";
import { useTranslate } from "../../i18n/translate.ts";
import styles from "./contracts.module.css";

/** 2026/04/01〜2027/03/31, which breaks only between the dates; a termination date is below. */
export function ContractPeriod({ contract }: { contract: ContractTerm }) {
  return contractPeriod(contract, useTranslate());
}

export function contractPeriod(contract: ContractTerm, translate: Translate) {
  const { startDate, endDate, terminationDate } = contract;
  return (
    <span className={styles.period}>
      <span>{translate("resources.contracts.from", { date: formatDate(startDate) })}</span>
      <wbr />
      <span>{formatDate(endDate)}</span>
      {terminationDate ? (
        <span className={styles.second}>
          {translate("resources.contracts.list.terminatedOn", {
            date: formatDate(terminationDate),
          })}
        </span>
      ) : null}
    </span>
  );
}
