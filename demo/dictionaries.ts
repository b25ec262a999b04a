import { DICTIONARY_CATEGORIES, type DictionaryCategory } from "../domain/dictionaries/rules.ts";

/** Names of デモ株式会社's dictionaries beyond the first two of each category. */
const furtherDictionaries = [
  "人名",
  "地名",
  "企業名",
  "製品名",
  "略語",
  "外来語",
  "医療用語",
  "法律用語",
  "会計用語",
  "IT用語",
  "建設用語",
  "物流用語",
  "金融用語",
  "教育用語",
  "行政用語",
  "会議名",
  "部署名",
  "役職名",
  "取引先名",
  "社内システム名",
  "プロジェクト名",
  "拠点名",
  "催事名",
  "技術用語",
  "営業用語",
  "品質管理用語",
];

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
