import { type FieldTable, fieldsWith, named } from "../fields.ts";
import { managedByLabels, roleLabels, userLabels, userStatusLabels } from "./labels.ts";

const isGiven = named({ true: "あり", false: "なし" });

export const userFields = {
  email: { label: userLabels.email },
  userName: { label: userLabels.userName, editable: true },
  userNameKana: { label: userLabels.userNameKana, editable: true },
  isSystemAdmin: { label: roleLabels.systemAdmin, words: isGiven, editable: true },
  isOrganizationAdmin: { label: roleLabels.organizationAdmin, words: isGiven, editable: true },
  isDictionaryAdmin: { label: roleLabels.dictionaryAdmin, words: isGiven, editable: true },
  status: { label: userLabels.status, words: named(userStatusLabels), editable: true },
  managedBy: { label: userLabels.managedBy, words: named(managedByLabels) },
  identityError: {
    label: "アカウントの問題",
    words: named({
      ACCOUNT_LOST: "アカウントなし",
      EMAIL_CHANGED: "メールアドレスの変更",
      REFUSED: "登録の拒否",
    }),
  },
} as const satisfies FieldTable;

export const EDITABLE_FIELDS = fieldsWith(userFields, "editable");
