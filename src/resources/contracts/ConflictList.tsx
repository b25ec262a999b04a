import { useCreatePath } from "react-admin";
import { useHref } from "react-router";
import type { PeriodConflict } from "../../../domain/problems/problem.ts";
import { formatDate } from "../../../domain/text/dates.ts";
import { contractPages } from "../../i18n/ja/contractPages.ts";
import { answerOf } from "../../writes/problem.ts";
import styles from "./contracts.module.css";

export function ConflictList({ conflicts }: { conflicts: readonly PeriodConflict[] }) {
  return (
    <ul
      className={`bullets body-text ${styles.conflicts}`}
      aria-label={contractPages.check.inTheWay}
    >
      {conflicts.map((conflict) => (
        <li key={conflict.contractId}>
          <ConflictLink {...conflict} />
        </li>
      ))}
    </ul>
  );
}

/** Opens a new tab, so that the form keeps its input. */
function ConflictLink({ contractId, startDate, endDate }: PeriodConflict) {
  const createPath = useCreatePath();
  const href = useHref(createPath({ resource: "contracts", type: "show", id: contractId }));
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {contractPages.check.conflict(formatDate(startDate), formatDate(endDate))}
    </a>
  );
}

/** The overlapping contracts that an error names; none for other errors. */
export function conflictsIn(error: unknown): PeriodConflict[] {
  const answer = answerOf(error);
  return answer?.code === "PERIOD_OVERLAPS" ? (answer.conflicts ?? []) : [];
}
