import type { PartOfSpeech } from "../entries/partsOfSpeech.ts";

/** Why an engine cannot take an entry as it is. */
export const fitnessSentences = {
  tooLong: (label: string, max: number, unit: "文字" | "バイト") =>
    `${label}は${max}${unit}以内にする必要があります。`,
  reservedSign: (sign: string) => `表記に「${sign}」を使用できないため、ダウンロードできません。`,
  space: "表記に空白を使用できないため、ダウンロードできません。",
  shownAsSpace: "「_」は空白として扱われるため、ダウンロードできません。",
  repeatedSurface: "同じ表記の単語は1件のみ登録できるため、ダウンロードできません。",
  repeatedReading: "同じ読みの単語は優先度の高い1件のみ使用できるため、ダウンロードできません。",
  partOfSpeech: (ours: PartOfSpeech, theirs: string) =>
    theirs === ""
      ? `品詞「${ours}」がないため、指定なしでダウンロードします。`
      : `品詞「${ours}」がないため、「${theirs}」としてダウンロードします。`,
  closedClass: (ours: PartOfSpeech, theirs: string) =>
    `品詞「${ours}」の単語は追加できないため、「${theirs}」としてダウンロードします。`,
  conjugation: (ours: PartOfSpeech, theirs: string) =>
    `品詞「${ours}」には活用の情報が必要なため、「${theirs}」としてダウンロードします。`,
  tooManyEntries: (max: string) => `登録できる単語は${max}件までです。`,
} as const;
