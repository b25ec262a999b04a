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

/** Of the dialogs of service keys, which load when they are opened. */
export const serviceKeyDialogs = {
  scopeHint: {
    "usage.report": "文字起こしの件数と時間を、対象の組織について記録できます。",
    "limits.read": "残りの件数と時間を、対象の組織について確認できます。",
    "vocabulary.read": "辞書の単語を、対象の組織について音声認識エンジンへ取り込めます。",
    "statements.read": "締めた月の利用明細書を、対象の組織について取得できます。",
    scim: "Entra IDやOktaなどから、1つの組織の利用者とワークスペースのメンバーを管理できます。",
  },
  create: {
    title: "サービスキーの発行",
    nameHint: "使用するプログラムが分かる名前にしてください。",
    takenHint: "キーを控えていない場合は、一覧で取り消してから、もう一度発行してください。",
    term: "期限",
    terms: { days90: "90日", year: "1年", none: "なし" },
    termHint: "期限の30日前・10日前・前日に、アラートとメールでお知らせします。",
    submit: "発行する",
  },
  created: {
    title: "発行したサービスキー",
    once: (name: string) =>
      `${name}のキーです。この画面を閉じると、二度と表示できません。コピーして、安全な場所に保管してください。`,
    key: "サービスキー",
  },
  replace: {
    title: "サービスキーの切り替え",
    body: "同じ権限の新しいキーを発行します。以下のキーは、選択した日まで併用できます。",
    endDate: "現在のキーを使用できる最後の日",
    endDateHint: (from: string, to: string) => `${from}〜${to}`,
    confirm: "切り替える",
    takenHint: "新しいキーを控えていない場合は、一覧で失効させてから、もう一度切り替えてください。",
    once: (name: string, end: string) =>
      `${name}の新しいキーです。この画面を閉じると、二度と表示できません。以前のキーは${end}まで使用できます。`,
  },
  revoke: {
    title: "サービスキーの失効",
    body: "以下のサービスキーを失効させますか？ この操作は元に戻せません。",
    stops: "このキーを使用しているプログラムは、次の操作をすぐに実行できなくなります。",
    lastUsed: (date: string) => `最終利用日時：${date}`,
    unused: "このキーはまだ利用されていません。",
    confirm: "失効させる",
    done: (name: string) => `サービスキー「${name}」を失効させました。`,
  },
} as const;
