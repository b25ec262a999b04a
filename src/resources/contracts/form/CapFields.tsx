import FormControl from "@mui/material/FormControl";
import { useRef, useState } from "react";
import { useRecordContext } from "react-admin";
import { fieldLabel } from "../../../../domain/problems/fieldLabels.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { readMinutes, readNumber } from "../../../../domain/text/writtenNumbers.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { FieldInput } from "../../../components/form/FieldInput.tsx";
import { FormField } from "../../../components/form/FormField.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { typedNumber } from "../../../components/form/typedNumber.ts";
import { asText, type FieldProps, useField } from "../../../components/form/useField.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { ContractRecord } from "../../records.ts";
import type { CapValue } from "./contractValues.ts";
import form from "./form.module.css";
import type { ReadOnlyFields } from "./readOnlyFields.ts";

interface CapFieldsProps {
  readOnly?: ReadOnlyFields;
  /** What is used is shown beside the fields already. */
  usedShown?: boolean;
}

export function CapFields({ readOnly = {}, usedShown = false }: CapFieldsProps) {
  const contract = useRecordContext<ContractRecord>();
  const used = (text: string) => contractPages.form.used(text);
  const countUnit = contractPages.form.countUnit;
  const count = usedShown ? 0 : contract?.usedTranscriptCount;
  const minutes = usedShown ? 0 : contract?.usedTranscriptMinutes;
  return (
    <FormRow>
      <CapInput
        source="maxTranscriptCount"
        unit={countUnit}
        read={(text) => readNumber(text, countUnit)}
        unlimitedLabel={contractPages.form.countUnlimited}
        {...(count
          ? {
              description: used(contracts.count(formatNumber(count))),
            }
          : {})}
        {...readOnly.maxTranscriptCount}
      />
      <CapInput
        source="maxTranscriptMinutes"
        unit={contractPages.form.minutesUnit}
        unlimitedLabel={contractPages.form.minutesUnlimited}
        read={readMinutes}
        unreadable={fieldSentences.minutes}
        meaning={formatMinutes}
        {...(minutes ? { description: used(minutesText(minutes)) } : {})}
        {...readOnly.maxTranscriptMinutes}
      />
    </FormRow>
  );

  function minutesText(value: number) {
    return contractPages.form.minutesUsed(formatMinutes(value), formatNumber(value));
  }
}

interface CapInputProps extends FieldProps {
  unit: string;
  /** For screen readers: the checkbox's position does not say which cap it belongs to. */
  unlimitedLabel: string;
  read: (text: string) => number | undefined;
  /** Replaces the sentence for text that cannot be read. */
  unreadable?: string;
  /** Formats the number as shown below it, such as 20時間. */
  meaning?: (value: number) => string;
}

/** A cap with a checkbox 無制限; unticking it restores the previous number. */
function CapInput(props: CapInputProps) {
  const { field, frame } = useField(props);
  const [typed, setTyped] = useState<string>();
  const limited = useRef<CapValue>("");
  const value: CapValue = field.value ?? null;
  const unlimited = value === null;
  const shown = typeof value === "number" ? formatNumber(value) : asText(value);
  const unread = frame.error === fieldSentences.wholeNumber(fieldLabel([props.source]));

  function change(text: string) {
    setTyped(text);
    field.onChange(typedNumber(text, props.read) ?? "");
  }

  function choose(next: boolean) {
    if (next) limited.current = value;
    setTyped(undefined);
    field.onChange(next ? null : (limited.current ?? ""));
  }

  return (
    <div>
      <FormField
        {...frame}
        error={(unread && props.unreadable) || frame.error}
        required={!unlimited}
      >
        {(aria) => (
          <span className={`row gap-8-16 ${form.capBox}`}>
            <FieldInput
              {...aria}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              data-numeric
              name={field.name}
              value={unlimited ? "" : (typed ?? shown)}
              placeholder={unlimited ? contracts.unlimited : undefined}
              onChange={(event) => change(event.target.value)}
              onBlur={() => {
                setTyped(undefined);
                field.onBlur();
              }}
              inputRef={field.ref}
              disabled={props.disabled || unlimited}
              end={props.unit}
            />
            {/* A control of its own: its focus is not that of the number. */}
            <FormControl>
              <Checkbox
                label={contracts.unlimited}
                aria-label={props.unlimitedLabel}
                checked={unlimited}
                disabled={props.disabled}
                onChange={choose}
              />
            </FormControl>
            <span className={`note full ${form.meaning}`}>
              {typeof value === "number" ? props.meaning?.(value) : ""}
            </span>
          </span>
        )}
      </FormField>
    </div>
  );
}
