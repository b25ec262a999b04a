import { useCreatePath } from "react-admin";
import { useHref } from "react-router";
import type { PeriodConflict } from "../../../domain/problems/problem.ts";
import { formatDate } from "../../../domain/text/dates.ts";
import { useTranslate } from "../../i18n/translate.ts";
import { answerOf } from "../../writes/problem.ts";
import styles from "./contracts.module.css";

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

/** Opens a new tab, so that the form keeps its input. */
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

/** The overlapping contracts that an error names; none for other errors. */
export function conflictsIn(error: unknown): PeriodConflict[] {
  const answer = answerOf(error);
  return answer?.code === "PERIOD_OVERLAPS" ? (answer.conflicts ?? []) : [];
}
