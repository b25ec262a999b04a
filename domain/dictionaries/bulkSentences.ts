import { namesOfRecords } from "../bulkSentences.ts";

/** Sentences of the API about many dictionaries at once. */
export const manyDictionarySentences = {
  refused: (names: readonly string[]) =>
    `変更できない辞書が含まれているため、何も変更していません（${namesOfRecords(names)}）。`,
} as const;
