import { type CompositionEvent, useRef } from "react";
import { composedKana, type ReadPart, readParts } from "./typedReading.ts";

type Composition = CompositionEvent<HTMLInputElement>;

/**
 * Collects what the IME was given while a text is typed, as its parts with their readings.
 * `onRead` is called with them after each change, and not during a composition.
 */
export function useReadParts(onRead: (parts: readonly ReadPart[]) => void = () => {}) {
  const typed = useRef({ parts: [] as readonly ReadPart[], kana: "", composing: false });

  function read(text: string, composed?: ReadPart) {
    typed.current.parts = readParts(typed.current.parts, text, composed);
    onRead(typed.current.parts);
  }

  return {
    partsOf: (text: string) => readParts(typed.current.parts, text),
    clear: () => {
      typed.current.parts = [];
    },
    onValue: (text: string) => {
      if (!typed.current.composing) read(text);
    },
    composition: {
      onCompositionStart: ({ currentTarget }: Composition) => {
        const parts = readParts(typed.current.parts, currentTarget.value);
        typed.current = { parts, kana: "", composing: true };
      },
      onCompositionUpdate: ({ data }: Composition) => {
        typed.current.kana = composedKana(data) ?? typed.current.kana;
      },
      onCompositionEnd: ({ currentTarget, data }: Composition) => {
        typed.current.composing = false;
        read(currentTarget.value, { text: data, kana: typed.current.kana });
      },
    },
  };
}
