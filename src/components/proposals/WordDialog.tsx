import { type ComponentProps, type KeyboardEvent, useRef, useState } from "react";
import { type FieldValues, useFormContext } from "react-hook-form";
import { weightLabels } from "../../../domain/entries/fields.ts";
import { PARTS_OF_SPEECH } from "../../../domain/entries/partsOfSpeech.ts";
import { ENTRY_FIELDS, type EntryField, entryReading } from "../../../domain/entries/rules.ts";
import { entryCreate } from "../../../domain/entries/schemas.ts";
import { changedFields } from "../../../domain/fields.ts";
import { type ProposedChange, proposalCreate } from "../../../domain/proposals/schemas.ts";
import { proposalPages } from "../../i18n/ja/proposals.ts";
import { readingTexts } from "../../i18n/ja/readings.ts";
import { entries } from "../../i18n/ja/resources/entries.ts";
import type { WriteProblem } from "../../writes/problem.ts";
import { FormDialog } from "../dialog/FormDialog.tsx";
import { CheckboxInput } from "../form/Checkbox.tsx";
import { isComposing } from "../form/composition.ts";
import { FormField } from "../form/FormField.tsx";
import { FormRow } from "../form/FormLayout.tsx";
import { OptionList, optionId } from "../form/OptionList.tsx";
import { SelectInput } from "../form/SelectInput.tsx";
import { TextAreaInput } from "../form/TextAreaInput.tsx";
import { ClearableInput, TextInput } from "../form/TextInput.tsx";
import {
  asksForReadings,
  readingOf,
  useOfferedReadings,
  useReadParts,
} from "../form/typedReading.ts";
import { asText, useField } from "../form/useField.ts";
import { validateWith } from "../form/validateWith.ts";

/** The reading of the surface in a form. While it is empty, Alt+↓ shows readings below it; none is filled in. */
function ReadingInput() {
  const { getValues } = useFormContext();
  const label = entries.fields.reading;
  const description = readingTexts.inputHint;
  const { field, frame, control } = useField({
    source: "reading",
    label,
    description,
    required: true,
  });
  const readingsFor = useOfferedReadings();
  const [offered, setOffered] = useState<readonly string[]>([]);
  const [option, setOption] = useState(-1);
  const isOpen = offered.length > 0;
  const listId = `${frame.id}-options`;

  function change(text: string) {
    setOffered([]);
    field.onChange(text);
  }

  async function ask() {
    const found = await readingsFor(asText(getValues("surface")));
    if (asText(getValues("reading")) !== "") return;
    setOffered(found);
    setOption(-1);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const { key } = event;
    const taken = key === "Enter" ? offered[option] : offered[Number(key) - 1];
    if (asksForReadings(event)) {
      event.preventDefault();
      if (asText(field.value) === "") void ask();
    } else if (taken !== undefined) {
      event.preventDefault();
      change(taken);
    } else if (isOpen && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      const next = option + (key === "ArrowDown" ? 1 : -1);
      if (offered[next] !== undefined) setOption(next);
    } else if (isOpen && key === "Escape") {
      // The dialog stays open.
      event.stopPropagation();
      setOffered([]);
    }
  }

  const combobox = { role: "combobox", "aria-expanded": true, "aria-controls": listId } as const;
  return (
    <FormField {...frame}>
      {(aria) => (
        <div className="grid relative">
          <ClearableInput
            {...aria}
            {...control}
            {...(isOpen ? combobox : {})}
            aria-activedescendant={isOpen && option >= 0 ? optionId(listId, option) : undefined}
            type="text"
            clearLabel={label}
            value={asText(field.value)}
            onChange={change}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOffered([]);
              field.onBlur();
            }}
            autoComplete="off"
          />
          {isOpen ? (
            <OptionList
              id={listId}
              label={readingTexts.offered}
              names={offered}
              chosen={option}
              isNumbered
              onChoose={change}
            />
          ) : null}
        </div>
      )}
    </FormField>
  );
}

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

/** A reason is limited in the same way where a word is proposed and where it is decided on. */
const written = entryCreate.extend({ reason: proposalCreate.shape.reason });

/** The sentences of a form that holds a word and a reason. */
export const wordErrors = validateWith(written);

/** The fields in which what was entered differs from a word. */
export function changeOfWord(
  word: { readonly [Field in EntryField]?: unknown },
  entered: FieldValues,
): ProposedChange {
  return changedFields(word, written.parse(entered), ENTRY_FIELDS);
}

/** The sentences of a refused proposal by the fields of its form: `reading` for `change.reading`. */
export function fieldsOf(problem: WriteProblem | undefined) {
  const fields = Object.entries(problem?.fields ?? {});
  return problem?.fields
    ? Object.fromEntries(
        fields.map(([path, sentence]) => [path.split(".").at(-1) ?? path, sentence]),
      )
    : undefined;
}
