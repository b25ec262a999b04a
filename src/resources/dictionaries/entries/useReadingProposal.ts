import { type CompositionEvent, useRef } from "react";
import { entryReading, isEntryReading } from "../../../../domain/entries/rules.ts";
import {
  areRead,
  composedKana,
  type ReadPart,
  readParts,
} from "../../../components/form/typedReading.ts";

/** Collects what the IME was given while a surface is typed, as the reading to propose. */
export function useReadingProposal() {
  const parts = useRef<ReadPart[]>([]);
  const composed = useRef({ on: false, kana: "" });

  return {
    onChange: (text: string) => {
      if (!composed.current.on) parts.current = readParts(parts.current, text);
    },
    start: () => {
      composed.current = { on: true, kana: "" };
    },
    update: ({ data }: CompositionEvent) => {
      composed.current.kana = composedKana(data) ?? composed.current.kana;
    },
    end: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => {
      const { kana } = composed.current;
      parts.current = readParts(parts.current, currentTarget.value, { text: data, kana });
      composed.current.on = false;
    },
    clear: () => {
      parts.current = [];
    },
    /** Empty if the reading of a part is unknown, such as of pasted kanji. */
    readingOf: (text: string): string => {
      const read = readParts(parts.current, text);
      if (!areRead(read)) return "";
      const reading = entryReading(
        read
          .map(({ kana }) => kana)
          .join("")
          .replaceAll("・", ""),
      );
      return isEntryReading(reading) ? reading : "";
    },
  };
}
