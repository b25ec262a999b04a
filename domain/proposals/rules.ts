import { MAILS_CAN_BE_TURNED_OFF } from "../alerts/sentences.ts";
import { namesOfRecords } from "../bulkSentences.ts";
import { formatNumber } from "../text/numbers.ts";
import { oneLine } from "../text/shortened.ts";
import { seenKey } from "../text/unseen.ts";

/** What becomes of a proposal of a word (docs/product/proposals.md#states). */
export const PROPOSAL_STATES = [
  "OPEN",
  "ACCEPTED",
  "CHANGED",
  "REJECTED",
  "WITHDRAWN",
  "SUPERSEDED",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The states that a dictionary admin has given a proposal. */
const DECIDED_STATES = ["ACCEPTED", "CHANGED", "REJECTED"] as const;

/** The states of which the proposer is told: all in which others have ended a proposal. */
export const TOLD_STATES = [...DECIDED_STATES, "SUPERSEDED"] as const satisfies ProposalState[];

/** Lengths in code points. */
export const PROPOSAL_REASON_LENGTH = 500;
export const EVIDENCE_LENGTH = 200;

export const MOST_EVIDENCE = 20;

export const MOST_DECIDED = 200;

export const MOST_PROPOSED = 200;

/** Why a proposal is not made of several: what it proposes is there, is proposed, or its word is deleted. */
export const PROPOSAL_REFUSALS = ["ENTRY_EXISTS", "PROPOSAL_EXISTS", "NOT_FOUND"] as const;

export const MOST_OPEN_PROPOSALS = 200;

/** How long a proposal is kept after its end. */
export const PROPOSAL_MONTHS = 12;

/** How long a decision can be undone. */
export const UNDO_DECISION_HOURS = 24;

export interface ProposedFields {
  surface?: string | undefined;
  reading?: string | undefined;
  partOfSpeech?: string | undefined;
  weight?: number | undefined;
  note?: string | null | undefined;
  enabled?: boolean | undefined;
}

const FIELDS = ["surface", "reading", "partOfSpeech", "weight", "note", "enabled"] as const;

/**
 * The same text for proposals of which a dictionary needs only one: those of a new word that people see
 * as the same, and those of a word that set the same fields to the same values.
 */
export function proposedAs(entryId: number | null, change: ProposedFields): string {
  if (entryId === null) return `\t${seenKey(change.surface ?? "")}\t${change.reading ?? ""}`;
  const set = FIELDS.filter((field) => change[field] !== undefined);
  return JSON.stringify([entryId, ...set.map((field) => [field, change[field] ?? ""])]);
}

/** Whether a word has already what a proposal sets; a missing note is an empty one. */
export function isAlreadySo(
  entry: Readonly<Record<(typeof FIELDS)[number], unknown>>,
  change: ProposedFields,
): boolean {
  return FIELDS.every(
    (field) => change[field] === undefined || (change[field] ?? "") === (entry[field] ?? ""),
  );
}

export const proposalStateLabels: Readonly<Record<ProposalState, string>> = {
  OPEN: "未対応",
  ACCEPTED: "採用",
  CHANGED: "直して採用",
  REJECTED: "見送り",
  WITHDRAWN: "取り下げ",
  SUPERSEDED: "登録済み",
};

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

/** What a mail about proposals tells a person. */
interface ProposalMail {
  userName: string;
  /** The own ones that have ended since the last mail. */
  ended: readonly { word: string; state: ProposalState; answer: string | null }[];
  /** How many wait in each dictionary, for those who decide. */
  waiting: readonly { dictionaryId: number; dictionaryName: string; count: number }[];
  publicUrl: string;
}

const MOST_NAMED = 20;

/** Subject and plain text of the daily mail about proposals; it has one of both parts at least. */
export function proposalMail({ userName, ended, waiting, publicUrl }: ProposalMail) {
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...(ended.length > 0 ? [`結果${formatNumber(ended.length)}件`] : []),
    ...(total > 0 ? [`未対応${formatNumber(total)}件`] : []),
  ];
  const more = ended.length - MOST_NAMED;
  return {
    subject: `【Knowledge Insight】単語の提案（${parts.join("・")}）`,
    text: [
      `${oneLine(userName)}さん`,
      "",
      ...(ended.length > 0
        ? [
            "あなたの提案の結果をお知らせします。",
            "",
            ...ended.slice(0, MOST_NAMED).map(endedLine),
            ...(more > 0 ? [`・ほか${formatNumber(more)}件`] : []),
            "",
            `${publicUrl}/proposals`,
            "",
          ]
        : []),
      ...(total > 0
        ? [
            "対応を待っている単語の提案があります。",
            "",
            ...waiting.flatMap(({ dictionaryId, dictionaryName, count }) => [
              `・${oneLine(dictionaryName)}：${formatNumber(count)}件`,
              `  ${publicUrl}/dictionaries/${dictionaryId}/proposals`,
            ]),
            "",
          ]
        : []),
      MAILS_CAN_BE_TURNED_OFF,
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ].join("\n"),
  };
}

function endedLine({ word, state, answer }: ProposalMail["ended"][number]): string {
  const said = answer ? `（${oneLine(answer)}）` : "";
  return `・${oneLine(word)}：${proposalStateLabels[state]}${said}`;
}
