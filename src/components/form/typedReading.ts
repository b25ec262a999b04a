import { katakana } from "../../../domain/katakana.ts";

/** A part of a name as it was written at once, with its reading; empty if unknown. */
export interface ReadPart {
  text: string;
  kana: string;
}

/** The kana in what an IME composes; undefined once it shows a conversion (山田). */
export function composedKana(composed: string): string | undefined {
  return /\p{Unified_Ideograph}/u.test(composed) ? undefined : kanaIn(composed);
}

/**
 * The parts of a name after it was changed to `name`: what still stands at its beginning, and the
 * rest as one part, read as `kana` if an IME composed it.
 */
export function readParts(parts: readonly ReadPart[], name: string, kana?: string): ReadPart[] {
  const kept: ReadPart[] = [];
  let rest = name;
  for (const part of parts) {
    if (!rest.startsWith(part.text)) break;
    kept.push(part);
    rest = rest.slice(part.text.length);
  }
  return rest === "" ? kept : [...kept, { text: rest, kana: kana ?? kanaIn(rest) }];
}

/** Readings of the kind of a corporation, which are left out. */
const KIND =
  /^(?:カブシキ|ユウゲン|ゴウドウ|ゴウメイ|ゴウシ)[カガ]イシャ|(?:カブシキ|ユウゲン|ゴウドウ|ゴウメイ|ゴウシ)[カガ]イシャ$/u;

/**
 * The reading of all parts, without that of 株式会社 and the like; empty if that of a part is unknown,
 * such as of pasted kanji.
 */
export function readingOf(parts: readonly ReadPart[]): string {
  if (parts.some(({ text, kana }) => kana.trim() === "" && /[\p{L}\p{N}]/u.test(text))) return "";
  const kana = parts.map((part) => part.kana).join("");
  const isCompany = parts.some(({ text }) => text.includes("会社"));
  return (isCompany ? kana.replace(KIND, "") : kana).replaceAll(/ +/gu, " ").trim();
}

function kanaIn(text: string): string {
  return katakana(text).replaceAll(/[^ァ-ヺー・ ]/gu, "");
}
