import { asTime, type FieldTable, listed, named } from "../fields.ts";
import { forOrganizations } from "../organizations/fields.ts";

const scopeLabels = {
  "usage.report": "利用実績の報告",
  "limits.read": "利用可能な残量の照会",
  "vocabulary.read": "単語の取得",
  "statements.read": "利用明細書の取得",
  scim: "ディレクトリ連携（SCIM）",
};

export const serviceKeyFields = {
  name: { label: "名前" },
  scopes: { label: "権限", words: listed(named(scopeLabels)) },
  organizations: forOrganizations,
  endsAt: { label: "期限", words: asTime, ofNull: "なし" },
  revokedAt: { label: "失効日時", words: asTime },
} as const satisfies FieldTable;
