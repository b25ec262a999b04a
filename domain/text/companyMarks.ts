/**
 * Kinds of corporations and how they are abbreviated in brackets: the signs of Unicode (㈱, which
 * NFKC writes as (株)) and what registers and bank transfers write (全国銀行協会, 法人略語). An
 * abbreviation with several meanings, such as (合), is missing.
 */
const KINDS = `
株式会社 株 有限会社 有 合名会社 名 合資会社 資 合同会社 同 相互会社 相 特殊会社 特
一般社団法人 一社 公益社団法人 公社 社団法人 社 一般財団法人 一財 公益財団法人 公財 財団法人 財
学校法人 学 医療法人 医 社会医療法人 社医 医療法人社団 医社 医療法人財団 医財 社会福祉法人 福
宗教法人 宗 独立行政法人 独 地方独立行政法人 地独 国立研究開発法人 研 国立大学法人 大
特定非営利活動法人 特非 弁護士法人 弁 税理士法人 税 司法書士法人 司 行政書士法人 行
社会保険労務士法人 労 農事組合法人 農 監査法人 監`;

const words = KINDS.trim().split(/\s+/);
const kindOf = new Map(
  words.flatMap((word, n): [string, string][] => (n % 2 === 1 ? [[word, words[n - 1] ?? ""]] : [])),
);
const MARK = new RegExp(`[([〔【]\\.?(${[...kindOf.keys()].join("|")})[)\\]〕】]`, "gu");

/**
 * Writes the kind of a corporation in full: (株)デモ as 株式会社デモ. Of text in NFKC without spaces;
 * a part such as 株式 then finds every one of its forms.
 */
export function foldCompanyMarks(text: string): string {
  return text
    .replace(MARK, (mark, short: string) => kindOf.get(short) ?? mark)
    .replaceAll("npo法人", "特定非営利活動法人");
}
