/** The three categories, lowest priority first (spec 3, design 5). */
export const DICTIONARY_CATEGORIES = ["一般辞書", "組織辞書", "業務辞書"] as const;
export type DictionaryCategory = (typeof DICTIONARY_CATEGORIES)[number];
