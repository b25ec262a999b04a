import { contractLabels } from "../contracts/fields.ts";
import { asText, type FieldTable, fieldsWith, listed, namedBy } from "../fields.ts";

export const organizationFields = {
  organizationName: { label: contractLabels.organizationName, editable: true },
  organizationNameKana: { label: contractLabels.organizationNameKana, editable: true },
  allowedAddresses: {
    label: "許可する接続元IPアドレス",
    words: listed(asText),
    ofEmpty: "制限なし",
    editable: true,
  },
} as const satisfies FieldTable;

export const EDITABLE_FIELDS = fieldsWith(organizationFields, "editable");

/** The organizations that a record is for; null and none are all. */
export const forOrganizations = {
  label: "対象の組織",
  words: namedBy("organizationName"),
  ofNull: "すべて",
  ofEmpty: "すべて",
  set: "organizationId",
} as const;
