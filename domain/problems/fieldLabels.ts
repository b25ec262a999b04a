import { contractLabels } from "../contracts/fields.ts";
import { entryLabels } from "../entries/fields.ts";
import { userLabels } from "../users/labels.ts";

const fieldLabels: Readonly<Record<string, string>> = {
  ...contractLabels,
  ...entryLabels,
  ...userLabels,
  breakGlassUserIds: "緊急時にパスワードでログインする組織管理者",
  category: "辞書の種類",
  certificates: "証明書",
  clientId: "クライアントID",
  clientSecret: "クライアントシークレット",
  contractIds: "契約",
  create: "追加",
  delete: "削除",
  description: "説明",
  dictionaryName: "辞書名",
  encoding: "文字コード",
  entryId: "単語",
  eventId: "イベントID",
  events: "イベント",
  file: "ファイル",
  format: "形式",
  idpEntityId: "IdPのエンティティID",
  issuer: "発行者のURL",
  mode: "取り込み方法",
  month: "対象月",
  monthly: "月額",
  name: "名前",
  occurredAt: "発生日時",
  organizationId: "組織",
  organizationIds: "組織",
  password: "パスワード",
  perMinute: "1分の単価",
  perTranscript: "1件の単価",
  reason: "理由",
  scopes: "権限",
  seconds: "秒数",
  taxRate: "税率",
  ssoUrl: "シングルサインオンのURL",
  text: "本文",
  transcriptCount: "件数",
  update: "変更",
  viewName: "ビュー名",
  url: "URL",
  workspaceId: "ワークスペース",
  workspaceIds: "対象ワークスペース",
  workspaceName: "ワークスペース名",
};

/** The label of the field at the end of a path of zod, for sentences; undefined if it has none. */
export function fieldLabel(path: readonly PropertyKey[] | undefined): string | undefined {
  const field = path?.findLast((part) => typeof part === "string");
  return typeof field === "string" && Object.hasOwn(fieldLabels, field)
    ? fieldLabels[field]
    : undefined;
}
