import { useState } from "react";
import { useTranslate } from "react-admin";
import { useFormContext, useWatch } from "react-hook-form";
import { daysBetween, formatDate } from "../../../../domain/dates.ts";
import { formatNumber } from "../../../../domain/numbers.ts";
import { DateInput } from "../../../components/form/DateInput.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import form from "./form.module.css";
import { MonthEdgeInput } from "./MonthEdgeInput.tsx";
import { PeriodFindings } from "./PeriodFindings.tsx";
import { atEdge, fitsMonth, validPeriod } from "./period.ts";
import type { ReadOnlyFields } from "./readOnlyFields.ts";

const UNITS = ["month", "day"] as const;
type Unit = (typeof UNITS)[number];

/** The period, by month (first to last day) or by day. */
export function PeriodFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const [startDate, endDate] = useWatch({ name: ["startDate", "endDate"] });
  const [wanted, setWanted] = useState<Unit>("month");
  const wholeMonths = fitsMonth(startDate, "first") && fitsMonth(endDate, "last");
  const unit = wholeMonths ? wanted : "day";
  const canBeMonths = !(readOnly.startDate && !fitsMonth(startDate, "first")) && !readOnly.endDate;

  function choose(next: Unit) {
    setWanted(next);
    if (next === "day") return;
    const period = { startDate: [startDate, "first"], endDate: [endDate, "last"] } as const;
    for (const [field, [date, edge]] of Object.entries(period)) {
      if (fitsMonth(date, edge)) continue;
      setValue(field, atEdge(date, edge), { shouldDirty: true, shouldTouch: true });
    }
  }

  return (
    <>
      {canBeMonths ? (
        <Segments
          legend={translate("resources.contracts.form.periodUnit")}
          value={unit}
          onChange={choose}
          options={UNITS.map((value) => ({
            value,
            label: translate(`resources.contracts.form.unit.${value}`),
          }))}
        />
      ) : null}
      <div className={form.ends}>
        {unit === "month" ? (
          <>
            <MonthEdgeInput
              source="startDate"
              label="resources.contracts.fields.startMonth"
              edge="first"
              required
              {...readOnly.startDate}
            />
            <MonthEdgeInput
              source="endDate"
              label="resources.contracts.fields.endMonth"
              edge="last"
              required
              {...readOnly.endDate}
            />
          </>
        ) : (
          <>
            <DateInput source="startDate" required {...readOnly.startDate} />
            <DateInput source="endDate" required {...readOnly.endDate} />
          </>
        )}
      </div>
      <PeriodInDays startDate={startDate} endDate={endDate} />
      <PeriodFindings byMonth={unit === "month"} />
    </>
  );
}

function PeriodInDays({ startDate, endDate }: { startDate: unknown; endDate: unknown }) {
  const translate = useTranslate();
  const period = validPeriod(startDate, endDate);
  return (
    <p className={form.inDays}>
      {period
        ? translate("resources.contracts.form.periodIs", {
            from: formatDate(period.startDate),
            to: formatDate(period.endDate),
            days: formatNumber(daysBetween(period.startDate, period.endDate) + 1),
          })
        : ""}
    </p>
  );
}
