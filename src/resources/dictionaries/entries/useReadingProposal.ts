import { type CompositionEvent, useRef } from "react";
import { entryReading, isEntryReading } from "../../../../domain/entryRules.ts";
import { composedKana, type ReadPart, readParts } from "../../../components/form/typedReading.ts";

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
      const kana = data && composedKana(data);
      if (kana) composed.current.kana = kana;
    },
    end: (text: string) => {
      parts.current = readParts(parts.current, text, composed.current.kana || undefined);
      composed.current.on = false;
    },
    clear: () => {
      parts.current = [];
    },
    /** Empty if the reading of a part is unknown, such as of pasted kanji. */
    readingOf: (text: string): string => {
      const read = readParts(parts.current, text);
      if (read.some((part) => part.kana.trim() === "" && /[\p{L}\p{N}]/u.test(part.text)))
        return "";
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
