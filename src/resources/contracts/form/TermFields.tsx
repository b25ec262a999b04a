import { useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { contractLabels } from "../../../../domain/contracts/fields.ts";
import type { PeriodConflict } from "../../../../domain/problems/problem.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import {
  addDays,
  addMonths,
  daysBetween,
  firstDayOfMonth,
  formatDate,
  formatDateJa,
  formatMonthJa,
  MONTH_RANGE,
  monthOf,
} from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { readMonth } from "../../../../domain/text/writtenDates.ts";
import { DateInput } from "../../../components/form/DateInput.tsx";
import { FieldInput, FormField } from "../../../components/form/FormField.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { Segments } from "../../../components/form/Segments.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { type FieldProps, useTypedField } from "../../../components/form/useField.ts";
import { app } from "../../../i18n/ja/app.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { ConflictList } from "../ConflictList.tsx";
import { CapFields, CapHint } from "./CapFields.tsx";
import {
  atEdge,
  dayOfMonth,
  type Edge,
  fitsMonth,
  monthShown,
  useCheckAnswer,
  validPeriod,
} from "./CheckedFields.tsx";
import type { ReadOnlyFields } from "./contractValues.ts";
import form from "./form.module.css";

/** The terms of a contract, of a new one and of one that is edited. */
export function TermFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
  return (
    <>
      <FormSection title={contractPages.form.periodSection}>
        <PeriodFields readOnly={readOnly} />
      </FormSection>
      <FormSection title={contractPages.form.capsSection}>
        <CapFields readOnly={readOnly} />
        <CapHint />
      </FormSection>
      <FormSection title={contractPages.form.memoSection}>
        <TextAreaInput source="memo" description={contractPages.form.memoHint} />
      </FormSection>
    </>
  );
}

const UNITS = ["month", "day"] as const;
type Unit = (typeof UNITS)[number];

/** The period, by month (first to last day) or by day. */
function PeriodFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
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
          legend={contractPages.form.periodUnit}
          value={unit}
          onChange={choose}
          options={UNITS.map((value) => ({
            value,
            label: contractPages.form.unit[value],
          }))}
        />
      ) : null}
      <div className={`grid gap-12-24 align-end ${form.ends}`}>
        {unit === "month" ? (
          <>
            <MonthEdgeInput
              source="startDate"
              label={contracts.fields.startMonth}
              edge="first"
              required
              {...readOnly.startDate}
            />
            <MonthEdgeInput
              source="endDate"
              label={contracts.fields.endMonth}
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
  const period = validPeriod(startDate, endDate);
  return (
    <p className="note numeric optional">
      {period
        ? contractPages.form.periodIs(
            formatDate(period.startDate),
            formatDate(period.endDate),
            formatNumber(daysBetween(period.startDate, period.endDate) + 1),
          )
        : ""}
    </p>
  );
}

/** The contracts that overlap the period and the gaps beside it, shown below the period. */
function PeriodFindings({ byMonth }: { byMonth: boolean }) {
  const { conflicts, warnings, checking } = useCheckAnswer();
  const { errors } = useFormState();
  const overlaps = contractPages.check.overlaps;
  const gaps = warnings.filter(({ code }) => code !== "EMAIL_EXISTS");
  return (
    <div className={`grid gap-8 ${form.findings}`} role="status" aria-busy={checking}>
      {conflicts.length > 0 ? (
        <div className={`boxed ${form.finding}`} data-tone="error">
          {errors.root?.serverError?.message === overlaps ? null : (
            <p className="toned strong">{overlaps}</p>
          )}
          <Remedy conflicts={conflicts} byMonth={byMonth} />
          <ConflictList conflicts={conflicts} />
        </div>
      ) : null}
      {gaps.map(({ code, startDate = "", endDate = "" }) => (
        <p key={code} className={`boxed toned ${form.finding}`} data-tone="warning">
          {contractPages.check.gap(formatDate(startDate), formatDate(endDate))}
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
  const ends = conflicts.map(({ endDate }) => endDate).toSorted();
  const free = addDays(ends.at(-1) ?? "", 1);
  if (!byMonth) {
    return <p>{contractPages.check.startDateFrom(formatDateJa(free))}</p>;
  }
  const isFirst = free === firstDayOfMonth(monthOf(free));
  const month = formatMonthJa(monthOf(isFirst ? free : addMonths(free, 1)));
  return <p>{contractPages.check.startMonthFrom(month)}</p>;
}

interface MonthEdgeInputProps extends FieldProps {
  edge: Edge;
}

const { fields: months } = contracts;

/** The sentences for days, in terms of months. */
const saidOfMonths: Record<string, string> = {
  [fieldSentences.date]: fieldSentences.month,
  [fieldSentences.dateRange]: fieldSentences.monthRange,
  [fieldSentences.endBeforeStart]: fieldSentences.endMonthBeforeStart,
  [fieldSentences.required(contractLabels.startDate)]: fieldSentences.required(months.startMonth),
  [fieldSentences.required(contractLabels.endDate)]: fieldSentences.required(months.endMonth),
};

/** A date of the form, entered as a month: its first or last day. */
function MonthEdgeInput({ edge, ...props }: MonthEdgeInputProps) {
  const { field, frame, typed, setTyped, control } = useTypedField(props);
  const error = typeof frame.error === "string" ? saidOfMonths[frame.error] : undefined;

  function change(text: string) {
    setTyped(text);
    field.onChange(dayOfMonth(readMonth(text) ?? text, edge));
  }

  return (
    <FormField {...frame} error={error ?? frame.error} width="short">
      {(aria) => (
        <FieldInput
          {...aria}
          {...control}
          type="month"
          {...MONTH_RANGE}
          value={typed ?? monthShown(field.value)}
          placeholder={app.field.monthExample}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </FormField>
  );
}
