import { type FieldTable, named } from "../fields.ts";
import { roleLabels, userLabels, userStatusLabels } from "./labels.ts";

const isGiven = named({ true: "あり", false: "なし" });

/** The fields of a user. */
export const userFields = {
  email: { label: userLabels.email },
  userName: { label: userLabels.userName },
  userNameKana: { label: userLabels.userNameKana },
  isSystemAdmin: { label: roleLabels.systemAdmin, words: isGiven },
  isOrganizationAdmin: { label: roleLabels.organizationAdmin, words: isGiven },
  isDictionaryAdmin: { label: roleLabels.dictionaryAdmin, words: isGiven },
  status: { label: userLabels.status, words: named(userStatusLabels) },
  identityError: {
    label: "アカウントの問題",
    words: named({
      ACCOUNT_LOST: "アカウントなし",
      EMAIL_CHANGED: "メールアドレスの変更",
      REFUSED: "登録の拒否",
    }),
  },
} as const satisfies FieldTable;
