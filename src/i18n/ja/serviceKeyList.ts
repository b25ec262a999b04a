/** Of the list of service keys, which loads late. */
export const serviceKeyList = {
  noEnd: "なし",
  daysLeft: (days: number) => (days > 0 ? `あと${days}日` : "24時間以内"),
  replaced: "切り替え済み",
  unused: "利用なし",
  keyword: "キーワード",
  keywordHint: "名前",
  revoke: "失効させる",
  revokeOf: (name: string) => `${name}を失効させる`,
  replace: "切り替え",
  replaceOf: (name: string) => `${name}の切り替え`,
  empty: {
    none: "サービスキーはまだ登録されていません。文字起こしサービスなどのプログラムは、サービスキーを使って利用実績を報告し、利用可能な残量を照会し、辞書の単語を取得します。",
    noMatch: "条件に該当するサービスキーはありません。別の条件をお試しください。",
  },
} as const;
