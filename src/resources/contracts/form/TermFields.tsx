import { FormSection } from "../../../components/form/FormLayout.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { CapFields } from "./CapFields.tsx";
import { CapHint } from "./CapHint.tsx";
import { PeriodFields } from "./PeriodFields.tsx";
import type { ReadOnlyFields } from "./readOnlyFields.ts";

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
