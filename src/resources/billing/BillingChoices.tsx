import { useId } from "react";
import { formatNames } from "../../../domain/billing/fields.ts";
import {
  BILLING_FORMATS,
  type BillingEncoding,
  type BillingFormat,
  ENCODINGS_OF,
} from "../../../domain/billing/formats.ts";
import { ENCODING_NAMES } from "../../../domain/files/formats.ts";
import { MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readMonth } from "../../../domain/text/writtenDates.ts";
import { FieldInput, FormField } from "../../components/form/FormField.tsx";
import { Choice } from "../../components/form/SelectInput.tsx";
import { app } from "../../i18n/ja/app.ts";
import { billingPages as text } from "../../i18n/ja/billingPages.ts";
import styles from "./billing.module.css";

export interface FileChoice {
  month: string;
  format: BillingFormat;
  encoding: BillingEncoding;
}

interface BillingChoicesProps {
  choice: FileChoice;
  onChange: (choice: FileChoice) => void;
}

/** Which month, for which program, in which encoding. */
export function BillingChoices({ choice, onChange }: BillingChoicesProps) {
  const { month, format, encoding } = choice;
  const encodings = ENCODINGS_OF[format];
  return (
    <div className={`grid top gap-12-16 ${styles.choices}`}>
      <FormField id={useId()} label={text.month}>
        {(aria) => (
          <FieldInput
            {...aria}
            type="month"
            {...MONTH_RANGE}
            placeholder={app.field.monthExample}
            value={month}
            onChange={({ target }) =>
              onChange({ ...choice, month: readMonth(target.value) ?? target.value })
            }
          />
        )}
      </FormField>
      <Choice
        label={text.format}
        options={BILLING_FORMATS}
        value={format}
        name={(one) => formatNames[one]}
        onChange={(chosen) =>
          onChange({ month, format: chosen, encoding: ENCODINGS_OF[chosen][0] })
        }
      />
      <Choice
        label={text.encoding}
        options={encodings}
        value={encoding}
        disabled={encodings.length === 1}
        name={(one) => ENCODING_NAMES[one]}
        onChange={(chosen) => onChange({ ...choice, encoding: chosen })}
      />
    </div>
  );
}
