import { useState } from "react";
import { useTranslate } from "react-admin";
import { contractLabels } from "../../../../domain/contractLabelSentences.ts";
import { MONTH_RANGE } from "../../../../domain/dates.ts";
import { fieldSentences } from "../../../../domain/sentences.ts";
import { readMonth } from "../../../../domain/writtenDates.ts";
import { FormField } from "../../../components/form/FormField.tsx";
import styles from "../../../components/form/form.module.css";
import { type FieldProps, useField } from "../../../components/form/useField.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { dayOfMonth, type Edge, monthShown } from "./period.ts";

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
export function MonthEdgeInput({ edge, ...props }: MonthEdgeInputProps) {
  const translate = useTranslate();
  const { field, frame } = useField(props);
  const [typed, setTyped] = useState<string>();
  const error = typeof frame.error === "string" ? saidOfMonths[frame.error] : undefined;

  function change(text: string) {
    setTyped(text);
    field.onChange(dayOfMonth(readMonth(text) ?? text, edge));
  }

  return (
    <FormField {...frame} error={error ?? frame.error} width="short">
      {(aria) => (
        <input
          {...aria}
          type="month"
          {...MONTH_RANGE}
          className={styles.control}
          name={field.name}
          value={typed ?? monthShown(field.value)}
          placeholder={translate("app.field.monthExample")}
          onChange={(event) => change(event.target.value)}
          onBlur={() => {
            setTyped(undefined);
            field.onBlur();
          }}
          ref={field.ref}
          disabled={props.disabled}
        />
      )}
    </FormField>
  );
}
