import { useCreatePath, useTranslate } from "ra-core";
import { useHref } from "react-router";
import { formatDate } from "../../../../domain/dates.ts";
import type { PeriodConflict } from "../../../../domain/problem.ts";
import form from "./form.module.css";
import { useCheckAnswer } from "./useContractCheck.ts";

/** What is in the way of the period, and the gaps it leaves; said where the period is typed. */
export function PeriodFindings() {
  const translate = useTranslate();
  const { conflicts, warnings, checking } = useCheckAnswer();
  const gaps = warnings.filter(({ code }) => code !== "EMAIL_EXISTS");
  return (
    <div className={form.findings} role="status" aria-busy={checking}>
      {conflicts.length > 0 ? (
        <div className={form.conflicts}>
          <p>{translate("resources.contracts.check.overlaps")}</p>
          <ul aria-label={translate("resources.contracts.check.inTheWay")}>
            {conflicts.map((conflict) => (
              <li key={conflict.contractId}>
                <ConflictLink {...conflict} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {gaps.map(({ code, startDate = "", endDate = "" }) => (
        <p key={code} className={form.gap}>
          {translate("resources.contracts.check.gap", {
            from: formatDate(startDate),
            to: formatDate(endDate),
          })}
        </p>
      ))}
    </div>
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
