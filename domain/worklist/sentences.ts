import { formatNumber } from "../text/numbers.ts";

interface OldInvitation {
  /** Since the person was invited. */
  days: number;
  /** Until its end, 0 or less afterwards; null where no mail was sent. */
  hoursLeft: number | null;
}

/** An invitation that nobody has taken; of several the oldest. */
export function invitationLabel({ days, hoursLeft }: OldInvitation, people: number): string {
  const said =
    hoursLeft === null
      ? `招待から${days}日`
      : hoursLeft > 0
        ? `招待の期限まで${hoursLeft}時間`
        : "招待の期限切れ";
  return people > 1 ? `${said}（${people}人）` : said;
}

/** Of the contracts that are not closed for a month; `more` where they are only counted so far. */
export function closingSentence(contracts: number, more: boolean): string {
  const count = `${formatNumber(contracts)}件${more ? "以上" : ""}`;
  return `まだ締めていない契約が${count}あります。`;
}

/** Who was invited and has not signed in: the first of them, and how many more. */
export function invitationSentence(name: string, people: number): string {
  const who = people > 1 ? `${name}さんほか${people - 1}人` : `${name}さん`;
  return `${who}が招待を受け付けていません。`;
}
