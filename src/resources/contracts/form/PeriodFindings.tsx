import { useTranslate } from "react-admin";
import {
  addDays,
  addMonths,
  firstDayOfMonth,
  formatDate,
  formatDateJa,
  formatMonthJa,
  monthOf,
} from "../../../../domain/dates.ts";
import type { PeriodConflict } from "../../../../domain/problem.ts";
import { ConflictList } from "../ConflictList.tsx";
import form from "./form.module.css";
import { useCheckAnswer } from "./useContractCheck.ts";

/** The contracts that overlap the period and the gaps beside it, shown below the period. */
export function PeriodFindings({ byMonth }: { byMonth: boolean }) {
  const translate = useTranslate();
  const { conflicts, warnings, checking } = useCheckAnswer();
  const gaps = warnings.filter(({ code }) => code !== "EMAIL_EXISTS");
  return (
    <div className={form.findings} role="status" aria-busy={checking}>
      {conflicts.length > 0 ? (
        <div className={form.conflicts}>
          <p>{translate("resources.contracts.check.overlaps")}</p>
          <Remedy conflicts={conflicts} byMonth={byMonth} />
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

interface RemedyProps {
  conflicts: readonly PeriodConflict[];
  byMonth: boolean;
}

/** Names the first start after the contracts in the way. */
function Remedy({ conflicts, byMonth }: RemedyProps) {
  const translate = useTranslate();
  const ends = conflicts.map(({ endDate }) => endDate).toSorted();
  const free = addDays(ends.at(-1) ?? "", 1);
  if (!byMonth) {
    return (
      <p>{translate("resources.contracts.check.startDateFrom", { date: formatDateJa(free) })}</p>
    );
  }
  const isFirst = free === firstDayOfMonth(monthOf(free));
  const month = formatMonthJa(monthOf(isFirst ? free : addMonths(free, 1)));
  return <p>{translate("resources.contracts.check.startMonthFrom", { month })}</p>;
}
