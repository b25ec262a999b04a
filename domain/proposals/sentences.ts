import { namesOfRecords } from "../bulkSentences.ts";
import { formatNumber } from "../text/numbers.ts";
import { proposalStateLabels } from "./labels.ts";
import { MOST_DECIDED, MOST_OPEN_PROPOSALS, type ProposalState } from "./rules.ts";

export const proposalSentences = {
  entryExists: "この単語はすでに登録されています。",
  alreadySo: "この単語はすでに提案の内容になっています。",
  proposalExists: "同じ内容がすでに提案されています。",
  tooMany: `提案は1人につき${formatNumber(MOST_OPEN_PROPOSALS)}件までです。対応されるのを待つか、不要な提案を取り下げてください。`,
  ended: "この提案はすでに終了しています。",
  nothing: "変更する項目を1つ以上指定してください。",
  twice: "同じ提案が重複しています。",
  none: "提案を1件以上選択してください。",
  tooManyAtOnce: `一度に対応できる提案は${formatNumber(MOST_DECIDED)}件までです。`,
  oneDictionary: "同じ辞書の提案を選択してください。",
  reasonMissing: "見送る理由を入力してください。",
  refused: (names: readonly string[]) =>
    `対応または変更された提案が含まれているため、何も変更していません（${namesOfRecords(names)}）。`,
  changedSince:
    "この提案は、表示した後に変更されています。内容を確認して、もう一度お試しください。",
  /** Of a proposal that is no longer open, by its state. */
  notOpen: (state: ProposalState) =>
    state === "OPEN" ? "" : `この提案はすでに「${proposalStateLabels[state]}」になっています。`,
} as const;
