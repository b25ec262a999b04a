import { oneLine } from "../text/oneLine.ts";

/** Ends each mail that people can turn off for themselves. */
export const MAILS_CAN_BE_TURNED_OFF = "メールを受け取るかどうかは、個人設定で変更できます。";

/** What a mail about alerts tells, to an admin of one organization or to a system admin. */
interface AlertMail {
  userName: string;
  isSystemAdmin: boolean;
  /** At least one; without an organization one about a receiver. */
  alerts: readonly { organizationName: string | null; message: string }[];
  publicUrl: string;
}

/** Subject and plain text of the mail about alerts that were raised together. */
export function alertMail({ userName, isSystemAdmin, alerts, publicUrl }: AlertMail) {
  const organization = oneLine(alerts[0]?.organizationName ?? "");
  const of = isSystemAdmin ? "運用" : organization;
  const lines = alerts.map(({ organizationName, message }) =>
    isSystemAdmin && organizationName ? `${oneLine(organizationName)}：${message}` : message,
  );
  return {
    subject: `【Knowledge Insight】${of}のアラート（${alerts.length}件）`,
    text: [
      `${oneLine(userName)}さん`,
      "",
      isSystemAdmin
        ? "次のアラートが発生しました。"
        : `${organization}の契約について、次のアラートが発生しました。`,
      "",
      ...lines.map((line) => `・${line}`),
      "",
      "詳しくは、次のページをご確認ください。",
      `${publicUrl}${isSystemAdmin ? "/admin/alerts" : "/alerts"}`,
      "",
      ...(isSystemAdmin ? [] : ["契約の変更は、サービス提供元にお問い合わせください。"]),
      MAILS_CAN_BE_TURNED_OFF,
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ].join("\n"),
  };
}
