import { useRecordContext } from "react-admin";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { formatMinutes } from "../../../../domain/text/dates.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { readMinutes, readNumber } from "../../../../domain/text/writtenNumbers.ts";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import type { ContractRecord } from "../../records.ts";
import { CapInput } from "./CapInput.tsx";
import type { ReadOnlyFields } from "./readOnlyFields.ts";

export function CapFields({ readOnly = {} }: { readOnly?: ReadOnlyFields }) {
  const translate = useTranslate();
  const contract = useRecordContext<ContractRecord>();
  const used = (text: string) => translate("resources.contracts.form.used", { used: text });
  const countUnit = translate("resources.contracts.form.countUnit");
  const count = contract?.usedTranscriptCount;
  const minutes = contract?.usedTranscriptMinutes;
  return (
    <FormRow>
      <CapInput
        source="maxTranscriptCount"
        unit={countUnit}
        read={(text) => readNumber(text, countUnit)}
        unlimitedLabel={translate("resources.contracts.form.countUnlimited")}
        {...(count
          ? {
              description: used(
                translate("resources.contracts.count", { count: formatNumber(count) }),
              ),
            }
          : {})}
        {...readOnly.maxTranscriptCount}
      />
      <CapInput
        source="maxTranscriptMinutes"
        unit={translate("resources.contracts.form.minutesUnit")}
        unlimitedLabel={translate("resources.contracts.form.minutesUnlimited")}
        read={readMinutes}
        unreadable={fieldSentences.minutes}
        meaning={formatMinutes}
        {...(minutes ? { description: used(minutesText(minutes)) } : {})}
        {...readOnly.maxTranscriptMinutes}
      />
    </FormRow>
  );

  function minutesText(value: number) {
    return translate("resources.contracts.form.minutesUsed", {
      duration: formatMinutes(value),
      minutes: formatNumber(value),
    });
  }
}
