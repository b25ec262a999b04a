import { contractLabels } from "../contracts/fields.ts";
import { asText, type FieldTable, listed, namedBy } from "../fields.ts";

/** The fields of an organization. */
export const organizationFields = {
  organizationName: { label: contractLabels.organizationName },
  organizationNameKana: { label: contractLabels.organizationNameKana },
  allowedAddresses: {
    label: "許可する接続元IPアドレス",
    words: listed(asText),
    ofEmpty: "制限なし",
  },
} as const satisfies FieldTable;

/** The organizations that a record is for; null and none are all. */
export const forOrganizations = {
  label: "対象の組織",
  words: namedBy("organizationName"),
  ofNull: "すべて",
  ofEmpty: "すべて",
  set: "organizationId",
} as const;
