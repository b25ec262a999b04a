import { useCreatePath, useTranslate } from "react-admin";
import { useHref } from "react-router";
import { formatDate } from "../../../domain/dates.ts";
import type { PeriodConflict } from "../../../domain/problem.ts";
import styles from "./contracts.module.css";

/** The contracts in the way of a period, each with a link to it. */
export function ConflictList({ conflicts }: { conflicts: readonly PeriodConflict[] }) {
  const translate = useTranslate();
  return (
    <ul className={styles.conflicts} aria-label={translate("resources.contracts.check.inTheWay")}>
      {conflicts.map((conflict) => (
        <li key={conflict.contractId}>
          <ConflictLink {...conflict} />
        </li>
      ))}
    </ul>
  );
}

/** In a tab of its own, so that what was typed here stays. */
function ConflictLink({ contractId, startDate, endDate }: PeriodConflict) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const href = useHref(createPath({ resource: "contracts", type: "show", id: contractId }));
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {translate("resources.contracts.check.conflict", {
        from: formatDate(startDate),
        to: formatDate(endDate),
      })}
    </a>
  );
}
