import { type CompositionEvent, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { composedKana, type ReadPart, readingOf, readParts } from "./typedReading.ts";

/**
 * Fills in the reading of a name from what the IME was given, as long as no other reading was
 * entered. Returns the props of the name's input.
 */
export function useReadingFill(kanaSource: string) {
  const { getValues, setValue, clearErrors } = useFormContext();
  const state = useRef({ parts: [] as ReadPart[], kana: "", composing: false, filled: "" });

  function change(name: string, composed?: ReadPart) {
    const current = state.current;
    current.parts = readParts(current.parts, name, composed);
    const written: string = getValues(kanaSource) ?? "";
    if (written !== current.filled) return;
    current.filled = readingOf(current.parts);
    if (current.filled === written) return;
    setValue(kanaSource, current.filled || null, { shouldDirty: true });
    clearErrors(kanaSource);
  }

  return {
    onValue: (name: string) => {
      if (!state.current.composing) change(name);
    },
    composition: {
      onCompositionStart: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
        state.current.parts = readParts(state.current.parts, currentTarget.value);
        state.current.composing = true;
        state.current.kana = "";
      },
      onCompositionUpdate: ({ data }: CompositionEvent) => {
        state.current.kana = composedKana(data) ?? state.current.kana;
      },
      onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
        state.current.composing = false;
        change(currentTarget.value, { text: data, kana: state.current.kana });
      },
    },
  };
}
