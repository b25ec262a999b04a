import { useTranslate } from "ra-core";
import type { ContractTerm } from "../../../domain/contractRules.ts";
import { formatDate } from "../../../domain/dates.ts";
import styles from "./contracts.module.css";

/** 2026/04/01〜2027/03/31; the day of a termination stands below. */
export function ContractPeriod({ contract }: { contract: ContractTerm }) {
  const translate = useTranslate();
  const { startDate, endDate, terminationDate } = contract;
  return (
    <>
      {translate("resources.contracts.range", {
        from: formatDate(startDate),
        to: formatDate(endDate),
      })}
      {terminationDate ? (
        <span className={styles.second}>
          {translate("resources.contracts.list.terminatedOn", {
            date: formatDate(terminationDate),
          })}
        </span>
      ) : null}
    </>
  );
}
