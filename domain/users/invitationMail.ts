import { formatDateTime } from "../text/dates.ts";
import { oneLine } from "../text/shortened.ts";

interface InvitationMail {
  userName: string;
  /** Null for a system admin. */
  organizationName: string | null;
  /** Null for one who is invited at the command line, or whose inviter was erased. */
  senderName: string | null;
  link: string;
  endsAt: Date;
}

/** Subject and plain text of our own mail of an invitation. */
export function invitationMail({
  userName,
  organizationName,
  senderName,
  link,
  endsAt,
}: InvitationMail) {
  const invited =
    organizationName === null
      ? "Knowledge Insightのシステム管理者として招待されています。"
      : `${oneLine(organizationName)}のKnowledge Insightに招待されています。`;
  return {
    subject: `【Knowledge Insight】${oneLine(organizationName ?? "システム管理者")}への招待`,
    text: [
      `${oneLine(userName)}さん`,
      "",
      senderName === null ? invited : `${oneLine(senderName)}さんから、${invited}`,
      "次のリンクからパスワードを設定すると、ログインできるようになります。",
      "",
      link,
      "",
      `招待の期限：${formatDateTime(endsAt)}`,
      "期限を過ぎた場合は、同じリンクから新しい招待メールを受け取れます。",
      "",
      "リンクは、ほかの人に渡さないでください。",
      "心当たりがない場合は、このメールを削除してください。",
      "このメールは送信専用のため、返信にはお答えできません。",
      "",
    ].join("\n"),
  };
}
