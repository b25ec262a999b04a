/**
 * The parts of speech of dictionary entries, in the order in which screens offer them. Each has a place in every format
 * that is imported and exported (`docs/formats.md`); what engines divide further (conjugations, kinds of particles) is
 * one value here.
 */
export const PARTS_OF_SPEECH = [
  "名詞",
  "固有名詞",
  "人名",
  "姓",
  "名",
  "地名",
  "組織名",
  "サ変名詞",
  "形容動詞",
  "数詞",
  "助数詞",
  "動詞",
  "形容詞",
  "副詞",
  "連体詞",
  "接続詞",
  "感動詞",
  "助詞",
  "助動詞",
  "接頭語",
  "接尾語",
  "短縮よみ",
  "記号",
  "その他",
] as const;

export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

export const DEFAULT_PART_OF_SPEECH: PartOfSpeech = "名詞";
