/** What a mail about alerts tells: who reads it, of which organization, and where it leads. */
interface AlertMail {
  userName: string;
  organizationName: string;
  /** The sentences of the alerts, at least one. */
  messages: readonly string[];
  /** The address of the list of alerts. */
  link: string;
}

/** Names are from our database, but a line break in one would begin another line of the mail. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, " ");

/** Subject and plain text of the mail about alerts that were raised together. */
export function alertMail({ userName, organizationName, messages, link }: AlertMail) {
  const organization = oneLine(organizationName);
  return {
    subject: `【Knowledge Insight】${organization}のアラート（${messages.length}件）`,
    text: [
      `${oneLine(userName)}さん`,
      "",
      `${organization}の契約について、次のアラートが発生しました。`,
      "",
      ...messages.map((message) => `・${message}`),
      "",
      "詳しくは、次のページをご確認ください。",
      link,
      "",
      "契約の変更は、サービス提供元にお問い合わせください。",
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ].join("\n"),
  };
}
