export const home = {
  title: "ホーム",
  back: "ホームに戻る",
  limits: {
    title: "利用可能な残量",
    countLabel: "残りの文字起こし件数",
    minutesLabel: "残りの文字起こし時間",
    count: (count: string) => `${count}件`,
    unlimited: "無制限",
    endDate: "契約終了日",
    passed: (days: string) => `${days}日目`,
    days: (days: string) => `${days}日`,
    all: "契約の推移を見る",
    none: "有効な契約がありません。",
    begins: (date: string) => `契約は${date}に始まります。`,
    reached: {
      count: "文字起こし件数が上限に達しました。",
      minutes: "文字起こし時間が上限に達しました。",
    },
    contact: {
      member: "管理者にお問い合わせください。",
      organizationAdmin: "サービス提供元にお問い合わせください。",
    },
    line: (count: string, minutes: string) => `残り${count}・${minutes}`,
    onlyCount: (count: string) => `残り${count}（時間は無制限）`,
    onlyMinutes: (minutes: string) => `残り${minutes}（件数は無制限）`,
  },
  pace: {
    month: (month: string) => `${month}の利用`,
    guide: (guide: string) => `目安${guide}`,
    workspaces: {
      title: "ワークスペース別の利用",
      workspace: "ワークスペース",
      month: "今月",
      total: "契約期間",
      others: (count: string) => `ほか${count}件のワークスペース`,
      none: "まだ利用がありません。",
    },
  },
  search: {
    label: "単語を検索",
    hint: "表記・読み",
    preview: "文章で試す（反映プレビュー）",
  },
  recent: "最近開いた辞書",
  admin: {
    title: "管理画面",
  },
} as const;
