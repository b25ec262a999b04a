import { type KeyboardEvent, useState } from "react";
import { useFormContext } from "react-hook-form";
import { readingTexts } from "../../i18n/ja/readings.ts";
import { entries } from "../../i18n/ja/resources/entries.ts";
import { ClearableInput } from "./ClearableInput.tsx";
import { isComposing } from "./composition.ts";
import { FormField } from "./FormField.tsx";
import { OptionList, optionId } from "./OptionList.tsx";
import styles from "./readingInput.module.css";
import { asText, useField } from "./useField.ts";
import { asksForReadings, useOfferedReadings } from "./useOfferedReadings.ts";

/** The reading of the surface in a form. While it is empty, Alt+↓ shows readings below it; none is filled in. */
export function ReadingInput() {
  const { getValues } = useFormContext();
  const label = entries.fields.reading;
  const description = readingTexts.inputHint;
  const { field, frame } = useField({ source: "reading", label, description, required: true });
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
        <div className={styles.place}>
          <ClearableInput
            {...aria}
            {...(isOpen ? combobox : {})}
            aria-activedescendant={isOpen && option >= 0 ? optionId(listId, option) : undefined}
            type="text"
            name={field.name}
            clearLabel={label}
            value={asText(field.value)}
            onChange={change}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setOffered([]);
              field.onBlur();
            }}
            inputRef={field.ref}
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
