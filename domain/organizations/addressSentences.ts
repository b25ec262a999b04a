export const addressSentences = {
  notAllowed:
    "この接続元からは利用できません。許可されたネットワークから接続するか、管理者にお問い合わせください。",
  network: (text: string) =>
    `「${text}」は、IPアドレス（例：203.0.113.5）またはネットワーク（例：203.0.113.0/24）で入力してください。`,
  nobody: (text: string) =>
    `「${text}」から接続できる端末はありません。入力内容を確認してください。`,
  tooMany: (max: number) => `接続元は${max}件まで登録できます。`,
} as const;
