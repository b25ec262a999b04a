/** An invitation that nobody has taken for so many days; of several the oldest. */
export function invitationLabel(days: number, people: number): string {
  return people > 1 ? `招待から${days}日（${people}人）` : `招待から${days}日`;
}

/** Who was invited and has not signed in: the first of them, and how many more. */
export function invitationSentence(name: string, people: number): string {
  const who = people > 1 ? `${name}さんほか${people - 1}人` : `${name}さん`;
  return `${who}が招待を受け付けていません。`;
}
