import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { katakana } from "../../../domain/text/katakana.ts";
import { FormField } from "./FormField.tsx";
import { FormRow } from "./FormLayout.tsx";
import { ClearableInput, TextInput } from "./TextInput.tsx";
import { readingOf, useReadParts } from "./typedReading.ts";
import { asText, type FieldProps, useField } from "./useField.ts";

interface NameInputsProps {
  /** The field of the name; that of its reading is the same with `Kana`. */
  source: string;
  readOnly?: { disabled: true; description: string } | undefined;
  /** The reading can be changed although the name is read-only. */
  hasFreeReading?: boolean;
}

/** A required name and its reading, which fills itself in while the name is typed. */
export function NameInputs({ source, readOnly, hasFreeReading = false }: NameInputsProps) {
  const kanaSource = `${source}Kana`;
  const fill = useReadingFill(kanaSource);
  return (
    <FormRow>
      <TextInput source={source} required {...fill} {...readOnly} />
      <KanaInput source={kanaSource} {...(hasFreeReading ? undefined : readOnly)} />
    </FormRow>
  );
}

/** A reading: converted to katakana when the focus leaves; empty is null. */
function KanaInput(props: FieldProps) {
  const { field, frame, label, control } = useField(props);
  const change = (text: string) => field.onChange(text === "" ? null : text);
  return (
    <FormField {...frame}>
      {(aria) => (
        <ClearableInput
          {...aria}
          {...control}
          type="text"
          clearLabel={label}
          value={asText(field.value)}
          onChange={change}
          onBlur={(event) => {
            const settled = katakana(event.currentTarget.value).trim();
            if (settled !== event.currentTarget.value) change(settled);
            field.onBlur();
          }}
          autoComplete="off"
        />
      )}
    </FormField>
  );
}

/**
 * Fills in the reading of a name from what the IME was given, as long as no other reading was
 * entered. Returns the props of the name's input.
 */
function useReadingFill(kanaSource: string) {
  const { getValues, setValue, clearErrors } = useFormContext();
  const filled = useRef("");

  const { onValue, composition } = useReadParts((parts) => {
    const written: string = getValues(kanaSource) ?? "";
    if (written !== filled.current) return;
    filled.current = readingOf(parts);
    if (filled.current === written) return;
    setValue(kanaSource, filled.current || null, { shouldDirty: true });
    clearErrors(kanaSource);
  });
  return { onValue, composition };
}
