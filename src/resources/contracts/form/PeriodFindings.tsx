import { useTranslate } from "react-admin";
import { formatDate } from "../../../../domain/dates.ts";
import { ConflictList } from "../ConflictList.tsx";
import form from "./form.module.css";
import { useCheckAnswer } from "./useContractCheck.ts";

/** The contracts that overlap the period and the gaps beside it, shown below the period. */
export function PeriodFindings() {
  const translate = useTranslate();
  const { conflicts, warnings, checking } = useCheckAnswer();
  const gaps = warnings.filter(({ code }) => code !== "EMAIL_EXISTS");
  return (
    <div className={form.findings} role="status" aria-busy={checking}>
      {conflicts.length > 0 ? (
        <div className={form.conflicts}>
          <p>{translate("resources.contracts.check.overlaps")}</p>
          <ConflictList conflicts={conflicts} />
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
