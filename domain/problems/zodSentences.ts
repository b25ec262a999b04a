import { z } from "zod";
import { contractLabels } from "../contracts/fields.ts";
import { entryLabels } from "../entries/fields.ts";
import { userLabels } from "../users/labels.ts";
import { fieldSentences } from "./sentences.ts";

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

/** The Japanese sentence for a zod issue without a message of its own; a map for `z.config`. */
const sentenceFor: z.core.$ZodErrorMap = (issue) => {
  const label = fieldLabel(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return fieldSentences.notAllowed;
    case "invalid_value":
      return isMissing(issue.input) ? fieldSentences.choose(label) : fieldSentences.choice(label);
    case "too_small":
      return issue.origin === "string"
        ? fieldSentences.required(label)
        : fieldSentences.atLeast(Number(issue.minimum) + (issue.inclusive ? 0 : 1), label);
    case "too_big":
      return issue.origin === "string"
        ? fieldSentences.tooLong(Number(issue.maximum), label)
        : fieldSentences.atMost(Number(issue.maximum), label);
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return fieldSentences.required(label);
      if (issue.expected === "int" || issue.expected === "number")
        return fieldSentences.wholeNumber(label);
      return fieldSentences.wrongType(label);
    default:
      return fieldSentences.wrongType(label);
  }
};

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === "";
}

/**
 * Every file with a schema imports this one first. Without `jitless` zod tries `new
 * Function`, which each page reports as a violation of its Content-Security-Policy. Objects of this
 * size are checked as fast without it.
 */
z.config({ customError: sentenceFor, jitless: true });
