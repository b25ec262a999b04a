import FormControl from "@mui/material/FormControl";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useRecordContext } from "react-admin";
import { useFormState, useWatch } from "react-hook-form";
import { capCheckQuery } from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { fieldLabel } from "../../../../domain/problems/zodSentences.ts";
import { formatDateJa, formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { readMinutes, readNumber } from "../../../../domain/text/writtenNumbers.ts";
import { Checkbox } from "../../../components/form/Checkbox.tsx";
import { FieldInput, FormField } from "../../../components/form/FormField.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { typedNumber } from "../../../components/form/NumberInput.tsx";
import { asText, type FieldProps, useTypedField } from "../../../components/form/useField.ts";
import { useSettled } from "../../../components/form/useSettled.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { ContractRecord } from "../../records.ts";
import type { CapValue, ReadOnlyFields } from "./contractValues.ts";
import form from "./form.module.css";

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
  const { field, frame, typed, setTyped, control } = useTypedField(props);
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
              {...control}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              data-numeric
              value={unlimited ? "" : (typed ?? shown)}
              placeholder={unlimited ? contracts.unlimited : undefined}
              onChange={(event) => change(event.target.value)}
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

/**
 * While caps are typed, what they would have refused of the organization's last 12 months
 * (docs/product/contracts.md#caps). Nothing for an organization without use. An error of the check
 * shows nothing, too: the hint is no condition of the save.
 */
export function CapHint() {
  const { api } = useApi();
  const { dirtyFields } = useFormState();
  const edited = useRecordContext<ContractRecord>();
  const [kind, chosen, maxTranscriptCount, maxTranscriptMinutes] = useWatch({
    name: ["kind", "organizationId", "maxTranscriptCount", "maxTranscriptMinutes"],
  });
  const organizationId = edited?.organizationId ?? (kind === "new" ? undefined : chosen);
  const isTyped = Boolean(dirtyFields.maxTranscriptCount || dirtyFields.maxTranscriptMinutes);
  const typed = JSON.stringify({
    organizationId,
    maxTranscriptCount: maxTranscriptCount ?? undefined,
    maxTranscriptMinutes: maxTranscriptMinutes ?? undefined,
  });
  const settled = useSettled(typed, false);
  const query = capCheckQuery.safeParse(JSON.parse(settled)).data;
  const { data } = useQuery({
    queryKey: ["contracts", "cap-check", settled],
    queryFn: ({ signal }) => api("GET /contracts/cap-check", { query: query ?? {}, signal }),
    enabled: isTyped && query !== undefined,
  });
  const found = isTyped && typed === settled ? data : undefined;
  return (
    <p role="status" className={`note numeric ${form.capHint}`}>
      {found && found.transcriptCount > 0 ? hintOf(found) : null}
    </p>
  );

  function hintOf({ refusedCount, firstDate }: NonNullable<typeof data>): string {
    if (firstDate === null) return contractPages.check.capsSuffice;
    return contractPages.check.capsRefuse(formatNumber(refusedCount), formatDateJa(firstDate));
  }
}
