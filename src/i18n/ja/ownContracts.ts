/** Of an organization admin's 契約. Only code that loads late shows them. */
export const ownContracts = {
  list: "契約一覧",
  current: "現在の契約",
  none: "有効な契約がありません。サービス提供元にお問い合わせください。",
  begins: (date: string) => `次の契約は${date}に始まります。`,
  open: "利用の内訳を見る",
  timeline: "契約の推移",
  never: "契約はまだ登録されていません。",
  newest: (count: string) => `新しい${count}件の契約を表示しています。`,
  contact: "契約の変更は、サービス提供元にお問い合わせください。",
} as const;
