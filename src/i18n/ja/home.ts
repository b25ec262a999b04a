export const home = {
  title: "ホーム",
  back: "ホームに戻る",
  limits: {
    title: "契約の残り",
    countLabel: "残りの文字起こし件数",
    minutesLabel: "残りの文字起こし時間",
    count: "%{count}件",
    unlimited: "無制限",
    cap: "上限%{cap}",
    endDate: "契約終了日",
    none: "有効な契約がありません。",
    begins: "契約は%{date}に始まります。",
    reached: {
      count: "文字起こし件数が上限に達しました。",
      minutes: "文字起こし時間が上限に達しました。",
    },
    nearlyReached: {
      count: "文字起こし件数が上限の80%に達しました。残り%{left}です。",
      minutes: "文字起こし時間が上限の80%に達しました。残り%{left}です。",
    },
    contact: {
      member: "管理者にお問い合わせください。",
      organizationAdmin: "サービス提供元にお問い合わせください。",
    },
    line: "残り%{count}・%{minutes}",
    onlyCount: "残り%{count}（時間は無制限）",
    onlyMinutes: "残り%{minutes}（件数は無制限）",
  },
  contract: {
    title: "契約情報",
    none: "契約はまだ登録されていません。",
  },
  admin: {
    title: "管理画面",
    count: "%{count}件",
    people: "%{count}人",
    alerts: {
      title: "未解決のアラート",
      none: "未解決のアラートはありません。",
      all: "アラートをすべて見る",
    },
    ending: {
      title: "次期契約のない終了間近の契約",
      none: "30日以内に終了し、次期契約のない契約はありません。",
      all: "終了間近の契約をすべて見る",
    },
    full: {
      title: "上限に達した契約",
      none: "上限に達した契約はありません。",
      all: "上限に達した契約をすべて見る",
    },
    invitations: {
      title: "7日を過ぎた招待",
      none: "7日を過ぎても受け付けられていない招待はありません。",
      all: "招待中の利用者を古い順に見る",
      since: "%{date}に招待",
    },
  },
} as const;
