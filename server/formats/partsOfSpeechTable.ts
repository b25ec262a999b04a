import type { PartOfSpeech } from "../../domain/entries/partsOfSpeech.ts";

/** How a format writes a part of speech, and what else it writes that is read as the same. */
export interface Name {
  writes: string;
  reads: readonly string[];
  /** The format has no such part of speech; `writes` is the nearest one and is read as itself. */
  nearest: boolean;
}

const is = (writes: string, ...others: string[]): Name => ({
  writes,
  reads: [writes, ...others],
  nearest: false,
});
const nearest = (writes: string, ...others: string[]): Name => ({
  writes,
  reads: others,
  nearest: true,
});

/** The formats that have a list of parts of speech of their own. */
export type TaggedFormat = "msime" | "google" | "mecab" | "sudachi" | "amivoice";

/**
 * The one table of parts of speech (docs/formats.md shows it and has the sources). Names of MeCab
 * and Sudachi stand for all that begin with them, the longest one first. AmiVoice leaves the class
 * empty ("") for what is no proper noun.
 */
export const TABLE: Record<PartOfSpeech, Record<TaggedFormat, Name>> = {
  名詞: {
    msime: is("名詞", "副詞的名詞", "代名詞", "人称代名詞", "指示代名詞", "単漢字", "解析不能文字"),
    google: is("名詞"),
    mecab: is("名詞,一般", "名詞"),
    sudachi: is("名詞,普通名詞,一般", "名詞", "代名詞"),
    amivoice: is(""),
  },
  固有名詞: {
    msime: is("固有名詞", "物品"),
    google: is("固有名詞"),
    mecab: is("名詞,固有名詞,一般", "名詞,固有名詞"),
    sudachi: is("名詞,固有名詞,一般", "名詞,固有名詞"),
    amivoice: is("固有名詞"),
  },
  人名: {
    msime: is("人名"),
    google: is("人名"),
    mecab: is("名詞,固有名詞,人名,一般", "名詞,固有名詞,人名"),
    sudachi: is("名詞,固有名詞,人名,一般", "名詞,固有名詞,人名"),
    amivoice: nearest("固有名詞"),
  },
  姓: {
    msime: is("姓"),
    google: is("姓"),
    mecab: is("名詞,固有名詞,人名,姓"),
    sudachi: is("名詞,固有名詞,人名,姓"),
    amivoice: nearest("固有名詞"),
  },
  名: {
    msime: is("名"),
    google: is("名"),
    mecab: is("名詞,固有名詞,人名,名"),
    sudachi: is("名詞,固有名詞,人名,名"),
    amivoice: nearest("固有名詞"),
  },
  地名: {
    msime: is("地名その他", "地名", "国", "県", "郡", "区", "市", "町", "村", "駅"),
    google: is("地名"),
    mecab: is("名詞,固有名詞,地域,一般", "名詞,固有名詞,地域"),
    sudachi: is("名詞,固有名詞,地名,一般", "名詞,固有名詞,地名"),
    amivoice: nearest("固有名詞"),
  },
  組織名: {
    msime: nearest("固有名詞", "社名", "組織", "建築物"),
    google: is("組織"),
    mecab: is("名詞,固有名詞,組織"),
    sudachi: nearest("名詞,固有名詞,一般"),
    amivoice: nearest("固有名詞"),
  },
  サ変名詞: {
    msime: is("さ変名詞", "ざ変名詞"),
    google: is("名詞サ変"),
    mecab: is("名詞,サ変接続"),
    sudachi: is("名詞,普通名詞,サ変可能"),
    amivoice: nearest(""),
  },
  形容動詞: {
    msime: is("形容動詞", "形動名詞", "さ変形動名詞", "さ変形動"),
    google: is("名詞形動"),
    mecab: is("名詞,形容動詞語幹"),
    sudachi: is(
      "形状詞,一般",
      "形状詞",
      "名詞,普通名詞,形状詞可能",
      "名詞,普通名詞,サ変形状詞可能",
    ),
    amivoice: nearest(""),
  },
  数詞: {
    msime: nearest("名詞", "数詞", "数", "数量"),
    google: is("数"),
    mecab: is("名詞,数"),
    sudachi: is("名詞,数詞"),
    amivoice: nearest(""),
  },
  助数詞: {
    msime: is("助数詞", "後置助数詞", "時間助数詞"),
    google: is("助数詞"),
    mecab: is("名詞,接尾,助数詞"),
    sudachi: is("接尾辞,名詞的,助数詞", "名詞,普通名詞,助数詞可能"),
    amivoice: nearest(""),
  },
  動詞: {
    msime: nearest("その他自立語", "動詞"),
    google: nearest("独立語", "動詞"),
    mecab: nearest("名詞,一般", "動詞"),
    sudachi: nearest("名詞,普通名詞,一般", "動詞"),
    amivoice: nearest(""),
  },
  形容詞: {
    msime: is("形容詞"),
    google: is("形容詞"),
    mecab: nearest("名詞,一般", "形容詞"),
    sudachi: nearest("名詞,普通名詞,一般", "形容詞"),
    amivoice: nearest(""),
  },
  副詞: {
    msime: is("副詞", "さ変副詞"),
    google: is("副詞"),
    mecab: is("副詞,一般", "副詞"),
    sudachi: is("副詞"),
    amivoice: nearest(""),
  },
  連体詞: {
    msime: is("連体詞", "指示連体詞"),
    google: is("連体詞"),
    mecab: is("連体詞"),
    sudachi: is("連体詞"),
    amivoice: nearest(""),
  },
  接続詞: {
    msime: is("接続詞"),
    google: is("接続詞"),
    mecab: is("接続詞"),
    sudachi: nearest("名詞,普通名詞,一般", "接続詞"),
    amivoice: nearest(""),
  },
  感動詞: {
    msime: is("感動詞"),
    google: is("感動詞"),
    mecab: is("感動詞", "フィラー"),
    sudachi: is("感動詞,一般", "感動詞"),
    amivoice: nearest(""),
  },
  助詞: {
    msime: nearest("その他自立語", "助詞"),
    google: nearest("独立語", "終助詞"),
    mecab: nearest("名詞,一般", "助詞"),
    sudachi: nearest("名詞,普通名詞,一般", "助詞"),
    amivoice: nearest(""),
  },
  助動詞: {
    msime: nearest("その他自立語", "助動詞"),
    google: nearest("独立語", "助動詞"),
    mecab: nearest("名詞,一般", "助動詞"),
    sudachi: nearest("名詞,普通名詞,一般", "助動詞"),
    amivoice: nearest(""),
  },
  接頭語: {
    msime: is("接頭語", "姓名接頭語", "地名接頭語", "人名接頭語", "固有接頭語", "前置助数詞"),
    google: is("接頭語"),
    mecab: is("接頭詞,名詞接続", "接頭詞"),
    sudachi: is("接頭辞"),
    amivoice: nearest(""),
  },
  接尾語: {
    msime: is("接尾語", "姓名接尾語", "地名接尾語", "人名接尾語", "固有接尾語", "社名接尾語"),
    google: is("接尾一般", "接尾人名", "接尾地名"),
    mecab: is("名詞,接尾,一般", "名詞,接尾"),
    sudachi: is("接尾辞,名詞的,一般", "接尾辞"),
    amivoice: nearest(""),
  },
  短縮よみ: {
    msime: is("短縮よみ", "短縮読み", "短縮語"),
    google: is("短縮よみ", "サジェストのみ"),
    mecab: nearest("名詞,一般"),
    sudachi: nearest("名詞,普通名詞,一般"),
    amivoice: nearest(""),
  },
  記号: {
    msime: nearest("名詞", "記号", "英字", "顔文字", "顔"),
    google: is("記号", "アルファベット", "顔文字", "句読点"),
    mecab: is("記号,一般", "記号"),
    sudachi: is("補助記号,一般", "補助記号", "記号"),
    amivoice: nearest(""),
  },
  その他: {
    msime: is("その他自立語", "独立語", "慣用句"),
    google: is("独立語", "品詞なし"),
    mecab: is("その他,間投", "その他"),
    sudachi: nearest("名詞,普通名詞,一般"),
    amivoice: nearest(""),
  },
};
