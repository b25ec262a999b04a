import { type CompositionEvent, type KeyboardEvent, useRef } from "react";
import { useNotify } from "react-admin";
import { katakana } from "../../../domain/text/katakana.ts";
import { readingTexts } from "../../i18n/ja/readings.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";

const KANA = /[ァ-ヺ]/u;
const ALL_KANA = /[ァ-ヺー・ヽヾ ]/gu;
const IS_READ = /[\p{L}\p{N}]/u;

/** A part of a name as it was written at once, with its reading; empty if unknown. */
export interface ReadPart {
  text: string;
  kana: string;
}

/**
 * The kana in what an IME composes; undefined once it shows a conversion (山田, NTT). Empty if it
 * also holds letters or digits: those are not read.
 */
export function composedKana(composed: string): string | undefined {
  if (/\p{Unified_Ideograph}/u.test(composed) || !KANA.test(katakana(composed))) return undefined;
  // A conversion reads this n as ん.
  return kanaIn(composed.replace(/[nｎ]$/u, "ん"));
}

/** What an IME composes without the letters of a syllable that is not whole yet: けいk. */
const wholeSyllables = (composed: string) => composed.replace(/[a-zａ-ｚ]+$/iu, "");

/**
 * The parts of a name after it was changed to `name`: what still stands at its beginning and its
 * end, and between them one new part. It is read as `composed` is, if an IME composed just that.
 */
export function readParts(
  parts: readonly ReadPart[],
  name: string,
  composed?: ReadPart,
): ReadPart[] {
  const before: ReadPart[] = [];
  const remaining = [...parts];
  const after: ReadPart[] = [];
  let rest = name;
  for (let part = remaining[0]; part && rest.startsWith(part.text); part = remaining[0]) {
    before.push(part);
    remaining.shift();
    rest = rest.slice(part.text.length);
  }
  for (let part = remaining.at(-1); part && rest.endsWith(part.text); part = remaining.at(-1)) {
    after.unshift(part);
    remaining.pop();
    rest = rest.slice(0, -part.text.length);
  }
  if (rest === "") return [...before, ...after];
  const isComposed = composed?.text === rest && composed.kana !== "";
  return [...before, isComposed ? composed : { text: rest, kana: kanaIn(rest) }, ...after];
}

/** Readings of the kind of a corporation, which are left out. */
const KIND =
  /^(?:カブシキ|ユウゲン|ゴウドウ|ゴウメイ|ゴウシ)[カガ]イシャ|(?:カブシキ|ユウゲン|ゴウドウ|ゴウメイ|ゴウシ)[カガ]イシャ$/u;

/** Whether the reading of every part is known; a space or a sign needs none. */
export function areRead(parts: readonly ReadPart[]): boolean {
  return parts.every(({ text, kana }) => kana.trim() !== "" || !IS_READ.test(text));
}

/**
 * The reading of all parts, without that of 株式会社 and the like; empty if that of a part is unknown,
 * such as of pasted kanji.
 */
export function readingOf(parts: readonly ReadPart[]): string {
  if (!areRead(parts)) return "";
  const kana = parts.map((part) => part.kana).join("");
  const isCompany = parts.some(({ text }) => text.includes("会社"));
  return (isCompany ? kana.replace(KIND, "") : kana).replaceAll(/ +/gu, " ").trim();
}

/** The kana of a text, without its signs; empty if it holds anything else that is read. */
function kanaIn(text: string): string {
  const read = katakana(text);
  const others = read.replaceAll(ALL_KANA, "");
  return IS_READ.test(others) ? "" : (read.match(ALL_KANA)?.join("") ?? "");
}

type Composition = CompositionEvent<HTMLInputElement>;

/**
 * Collects what the IME was given while a text is typed, as its parts with their readings.
 * `onRead` is called with them after each change, and not during a composition.
 */
export function useReadParts(onRead: (parts: readonly ReadPart[]) => void = () => {}) {
  const typed = useRef({
    parts: [] as readonly ReadPart[],
    kana: "",
    /** What is being composed, as far as it can be read by now. */
    composing: undefined as ReadPart | undefined,
  });

  function read(text: string, composed?: ReadPart) {
    typed.current.parts = readParts(typed.current.parts, text, composed);
    onRead(typed.current.parts);
  }

  return {
    /** With what is being composed. */
    partsOf: (text: string) => readParts(typed.current.parts, text, typed.current.composing),
    clear: () => {
      typed.current.parts = [];
    },
    onValue: (text: string) => {
      if (!typed.current.composing) read(text);
    },
    composition: {
      onCompositionStart: ({ currentTarget }: Composition) => {
        const parts = readParts(typed.current.parts, currentTarget.value);
        typed.current = { parts, kana: "", composing: { text: "", kana: "" } };
      },
      onCompositionUpdate: ({ data }: Composition) => {
        const kana = composedKana(data) ?? typed.current.kana;
        const composing = { text: data, kana: kana || (composedKana(wholeSyllables(data)) ?? "") };
        typed.current = { ...typed.current, kana, composing };
      },
      onCompositionEnd: ({ currentTarget, data }: Composition) => {
        typed.current.composing = undefined;
        read(currentTarget.value, { text: data, kana: typed.current.kana });
      },
    },
  };
}

/** Whether a key asks for the readings of an empty input. */
export function asksForReadings({ key, altKey }: Pick<KeyboardEvent, "key" | "altKey">): boolean {
  return altKey && key === "ArrowDown";
}

/** Asks for readings of a surface, the likeliest first; says where there are none. */
export function useOfferedReadings() {
  const { api } = useApi();
  const notify = useNotify();
  return async (surface: string): Promise<readonly string[]> => {
    if (surface.trim() === "") return [];
    try {
      const [found] = await api("POST /readings", { body: { surfaces: [surface] } });
      const readings = (found?.readings ?? []).map(({ reading }) => reading);
      if (readings.length === 0) notify(readingTexts.noneOffered, { type: "info" });
      return readings;
    } catch (error) {
      notify(messageFor(error), { type: "error" });
      return [];
    }
  };
}
