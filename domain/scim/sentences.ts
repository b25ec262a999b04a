/** What a directory is told, which its administrators read in its log (docs/product/scim.md#errors). */
export const scimSentences = {
  filter: "filterは、対応している属性のeqと、andだけで指定してください。",
  path: (path: string) =>
    `属性「${path}」には対応していません。属性のマッピングから外してください。`,
  op: (op: string) => `opの「${op}」には対応していません。add、replace、removeを指定してください。`,
  tooManyEmails: (most: number) => `emailsには、${most}件まで指定できます。`,
  value: (attribute: string) => `「${attribute}」の値が正しくありません。`,
  required: (attribute: string) => `「${attribute}」は省略できません。`,
  noTarget: "removeには、pathを指定してください。",
  operations: "Operationsを指定してください。",
  userNameFixed:
    "userName（メールアドレス）は変更できません。新しいメールアドレスで登録し、元の利用者を無効にしてください。",
  roleName: "役割のグループの名前は変更できません。",
  unknownMember: "membersに、この組織の利用者ではない人が含まれています。",
} as const;
