import { type ComponentProps, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { weightLabels } from "../../../domain/entries/labels.ts";
import { PARTS_OF_SPEECH } from "../../../domain/entries/partsOfSpeech.ts";
import { entryReading } from "../../../domain/entries/rules.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { entries } from "../../i18n/ja/resources/entries.ts";
import { FormDialog } from "../dialog/FormDialog.tsx";
import { CheckboxInput } from "../form/CheckboxInput.tsx";
import { FormRow } from "../form/FormLayout.tsx";
import { ReadingInput } from "../form/ReadingInput.tsx";
import { SelectInput } from "../form/SelectInput.tsx";
import { TextAreaInput } from "../form/TextAreaInput.tsx";
import { TextInput } from "../form/TextInput.tsx";
import { readingOf, useReadParts } from "../form/typedReading.ts";

const { fields } = entries;
const text = proposalPages.propose;

interface WordDialogProps extends ComponentProps<typeof FormDialog> {
  /** Above the inputs. */
  hint?: string;
}

/** A word in a form: surface and reading, and what its use asks for beside. */
export function WordDialog({ hint, children, ...dialog }: WordDialogProps) {
  return (
    <FormDialog {...dialog}>
      {hint ? <p>{hint}</p> : null}
      <WordInputs />
      {children}
    </FormDialog>
  );
}

/** A surface and its reading, which fills itself in while the surface is typed. */
function WordInputs() {
  const { getValues, setValue, clearErrors } = useFormContext();
  const filled = useRef("");
  const { onValue, composition } = useReadParts((parts) => {
    const written: string = getValues("reading") ?? "";
    if (written !== filled.current) return;
    filled.current = entryReading(readingOf(parts));
    if (filled.current === written) return;
    setValue("reading", filled.current, { shouldDirty: true });
    clearErrors("reading");
  });
  return (
    <>
      <TextInput
        source="surface"
        label={fields.surface}
        required
        onValue={onValue}
        composition={composition}
      />
      <ReadingInput />
    </>
  );
}

const partsOfSpeech = PARTS_OF_SPEECH.map((name) => ({ id: name, name }));
const weights = Object.entries(weightLabels).map(([weight, name]) => ({
  id: Number(weight),
  name,
}));

/** The other fields of an entry. */
export function OtherInputs({ withEnabled = false }: { withEnabled?: boolean }) {
  return (
    <>
      <FormRow>
        <SelectInput
          source="partOfSpeech"
          label={fields.partOfSpeech}
          choices={partsOfSpeech}
          emptyText={false}
        />
        <SelectInput source="weight" label={fields.weight} choices={weights} emptyText={false} />
      </FormRow>
      <TextInput source="note" label={fields.note} />
      {withEnabled ? <CheckboxInput source="enabled" label={fields.enabled} /> : null}
    </>
  );
}

/** Why a word is proposed, for those who decide. */
export function ReasonInput() {
  return (
    <TextAreaInput
      source="reason"
      label={proposalPages.fields.reason}
      description={text.reasonHint}
      rows={3}
    />
  );
}
