import { MAILS_CAN_BE_TURNED_OFF } from "../alerts/mailSentences.ts";
import { formatNumber } from "../text/numbers.ts";
import { oneLine } from "../text/oneLine.ts";
import { proposalStateLabels } from "./labels.ts";
import type { ProposalState } from "./rules.ts";

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
