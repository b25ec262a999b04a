import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "../../../domain/dictionaryRules.ts";
import { furtherDictionaries } from "./names.ts";

export interface DemoDictionary {
  category: DictionaryCategory;
  dictionaryName: string;
  createdAt: Date;
  updatedAt: Date;
}

const FIRST = Date.parse("2024-01-01T00:00:00Z");
const LAST = Date.parse("2024-06-01T00:00:00Z");

/** The 32 dictionaries of the spec's mock data: two tests per category, then the others. */
export function demoDictionaries(): DemoDictionary[] {
  const tests = DICTIONARY_CATEGORIES.flatMap((category) =>
    [1, 2].map((number) => ({ category, dictionaryName: `${category}テスト${number}` })),
  );
  const others = furtherDictionaries.map((dictionaryName, index) => ({
    category:
      DICTIONARY_CATEGORIES[index % DICTIONARY_CATEGORIES.length] ?? DICTIONARY_CATEGORIES[0],
    dictionaryName,
  }));
  const all = [...tests, ...others];
  const step = (LAST - FIRST) / all.length;
  return all.map((dictionary, index) => ({
    ...dictionary,
    createdAt: new Date(FIRST + Math.floor(index * step)),
    updatedAt: new Date(FIRST + Math.floor((index + 0.6) * step)),
  }));
}
