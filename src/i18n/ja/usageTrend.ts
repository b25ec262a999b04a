interface Change {
  recent: string;
  before: string;
  adjusted: string;
  percent: string;
}

interface Today {
  date: string;
  adjusted: string;
  count: string;
  minutes: string;
}

/** Of the use of all contracts. Only code that loads late shows them. */
export const usageTrend = {
  title: "全契約の利用の推移",
  chart: (measure: string, from: string, to: string) =>
    `全契約の${measure}の推移（日別、${from}〜${to}）`,
  today: ({ date, adjusted, count, minutes }: Today) =>
    `本日（${date}）${adjusted}：${count}・${minutes}`,
  adjusted: "（調整を含む）",
  change: {
    more: ({ recent, before, adjusted, percent }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）より${percent}%多くなっています。`,
    less: ({ recent, before, adjusted, percent }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）より${percent}%少なくなっています。`,
    same: ({ recent, before, adjusted }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}で、その前の28日間（${before}）とほぼ同じです。`,
    apart: ({ recent, before, adjusted }: Change) =>
      `昨日までの28日間の文字起こし${adjusted}は${recent}、その前の28日間は${before}です。`,
    none: () => "昨日までの56日間の利用はありません。",
  },
} as const;
