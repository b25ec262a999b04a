import { useId } from "react";
import {
  BILLING_FORMATS,
  type BillingEncoding,
  type BillingFormat,
  ENCODINGS_OF,
} from "../../../domain/billing/formats.ts";
import { formatNames } from "../../../domain/billing/labels.ts";
import { ENCODING_NAMES } from "../../../domain/files/formats.ts";
import { MONTH_RANGE } from "../../../domain/text/dates.ts";
import { readMonth } from "../../../domain/text/writtenDates.ts";
import { FieldInput } from "../../components/form/FieldInput.tsx";
import { FieldSelect } from "../../components/form/FieldSelect.tsx";
import { FormField } from "../../components/form/FormField.tsx";
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
    <div className={`grid top ${styles.choices}`}>
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
      <FormField id={useId()} label={text.format}>
        {(aria) => (
          <FieldSelect
            {...aria}
            value={format}
            onChange={({ target }) => {
              const chosen = BILLING_FORMATS.find((one) => one === target.value);
              if (!chosen) return;
              onChange({ month, format: chosen, encoding: ENCODINGS_OF[chosen][0] });
            }}
          >
            {BILLING_FORMATS.map((one) => (
              <option key={one} value={one}>
                {formatNames[one]}
              </option>
            ))}
          </FieldSelect>
        )}
      </FormField>
      <FormField id={useId()} label={text.encoding}>
        {(aria) => (
          <FieldSelect
            {...aria}
            value={encoding}
            disabled={encodings.length === 1}
            onChange={({ target }) => {
              const chosen = encodings.find((one) => one === target.value);
              if (chosen) onChange({ ...choice, encoding: chosen });
            }}
          >
            {encodings.map((one) => (
              <option key={one} value={one}>
                {ENCODING_NAMES[one]}
              </option>
            ))}
          </FieldSelect>
        )}
      </FormField>
    </div>
  );
}
