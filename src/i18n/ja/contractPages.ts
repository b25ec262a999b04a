import { commonSentences } from "../../../domain/problems/commonSentences.ts";

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

/** Of the timeline of contracts. Only code that loads late shows them. */
export const contractTimeline = {
  label: "契約期間の一覧（新しい順）",
  today: "本日",
  gap: (days: string) => `空白${days}日`,
  rest: (date: string) => `${date}以降の契約は登録されていません。`,
  create: "次期契約を作成",
  createAt: (period: string) => `次期契約を作成（${period}）`,
  overlap: (days: string) => `ほかの契約と${days}日重複`,
  use: (count: string, minutes: string) => `${count}・${minutes}`,
  shares: "上限に対する利用",
  share: (percent: string) => `${percent}%を利用`,
  of: (used: string, cap: string) => `${used}/${cap}`,
  link: (period: string, status: string, use: string) => `${period}、${status}、${use}`,
  terminated: (date: string) => `${date}に解約`,
  showAll: (count: string) => `すべての契約を表示（${count}件）`,
  showFew: "一部のみ表示",
} as const;

/** Of what is left of a contract. Only code that loads late shows them. */
export const contractBalance = {
  count: "文字起こし件数の残り",
  time: "文字起こし時間の残り",
  period: "契約期間の残り",
  toStart: "契約開始まで",
  days: (days: string) => `${days}日`,
  passed: (days: string) => `${days}日目`,
  ends: (date: string) => `${date}に終了`,
  terminated: (date: string) => `${date}に解約`,
  lastDay: "本日で終了",
  starts: (date: string) => `${date}に開始`,
  followed: (end: string) => `${end}、次期契約あり`,
  notFollowed: (end: string) => `${end}、次期契約なし`,
} as const;

// Only code that loads late shows these texts.

/** Why an action on a contract is impossible. */
export const impossible = {
  expired: "契約期間が終了しているため、解約できません。",
  hasUsage: "利用実績があるため、削除できません。契約を終えるには、解約してください。",
  hasUsageOver: "利用実績があるため、削除できません。",
} as const;

export const terminate = {
  title: "契約の解約",
  body: "解約日の翌日から文字起こしを利用できなくなります。",
  dateHint: (from: string, to: string) => `契約期間（${from}〜${to}）内の日付を指定してください。`,
  confirm: "解約する",
  done: (date: string) => `${date}での解約を登録しました。`,
} as const;

/** What the page of a contract, its form and its charts show; they load it. */
export const contractPages = {
  form: {
    createTitle: "契約の追加",
    renewTitle: "次期契約の作成",
    editTitle: "契約の編集",
    list: "契約一覧",
    detail: "契約の詳細",
    currentSection: "現在の契約",
    renewedSection: "更新前の契約",
    customerSection: "組織と管理者",
    periodSection: "契約期間",
    capsSection: "文字起こしの上限",
    memoSection: "その他",
    kind: "契約する組織",
    kinds: { new: "新しい組織", existing: "既存の組織" },
    newOrganizationHint: "組織と組織管理者を登録し、管理者メールアドレスに招待メールを送信します。",
    organization: "組織",
    organizationHint: "組織名または組織番号で検索",
    periodUnit: "期間の指定方法",
    unit: { month: "月で指定", day: "日付で指定" },
    periodIs: (from: string, to: string, days: string) => `${from}〜${to}（${days}日間）`,
    countUnit: "件",
    minutesUnit: "分",
    countUnlimited: "件数を無制限にする",
    minutesUnlimited: "時間を無制限にする",
    used: (used: string) => `利用済み：${used}`,
    minutesUsed: (duration: string, minutes: string) => `${duration}（${minutes}分）`,
    memoHint: "社内向けのメモです。組織には表示されません。",
    submit: "契約を追加",
  },
  caps: {
    title: "上限の変更",
  },
  check: {
    overlaps: commonSentences.periodOverlaps,
    startDateFrom: (date: string) => `契約開始日を${date}以降にしてください。`,
    startMonthFrom: (month: string) => `開始月を${month}以降にしてください。`,
    inTheWay: "重複している契約",
    conflict: (from: string, to: string) => `${from}〜${to}の契約を新しいタブで開く`,
    capsSuffice: "この上限の場合、過去12か月の利用はすべて受け付けられます。",
    capsRefuse: (count: string, first: string) =>
      `この上限の場合、過去12か月の利用では${count}件が受け付けられません（初回 ${first}）。`,
    gap: (from: string, to: string) => `契約期間に空白（${from}〜${to}）があります。`,
    emailExists: commonSentences.emailRegistered,
  },
  detail: {
    title: "契約の詳細",
    edit: "編集",
    prices: "料金",
    renew: "次期契約を作成",
    terminate: "解約する",
    reinstate: "解約を取り消す",
    delete: "削除する",
    contractSection: "契約内容",
    usageSection: "現在の利用",
    organizationNo: (no: string) => `組織番号 ${no}`,
    recordSection: "登録情報",
    noMemo: "（なし）",
    minutes: (duration: string, minutes: string) => `${duration}（${minutes}分）`,
    expiring: (days: number) => `契約終了まで${days}日です。次期契約が登録されていません。`,
    expiringToday: "契約は本日で終了します。次期契約が登録されていません。",
    terminationPlanned: (date: string) =>
      `${date}に解約されます。翌日から文字起こしを利用できなくなります。`,
  },
  adjust: {
    open: "利用を調整",
    title: "利用の調整",
    direction: "増減",
    directions: { down: "減らす", up: "増やす" },
    count: "件数",
    countUnit: "件",
    countHint: "例：3",
    time: "時間",
    timeHint: "例：90（分）、1:30、1時間30分、1:30:15",
    timeUnreadable:
      "時間は9,999,999分以下の、分（例：90）か時間（例：1時間30分）で入力してください。",
    reason: "理由",
    reasonHint: "500文字以内。利用明細に残ります。",
    before: "調整前",
    after: "調整後",
    impossible: "0未満",
    beyond: (cap: string) => `上限（${cap}）を超えます。`,
    confirm: "調整する",
    done: "利用を調整しました。",
  },
  reinstate: {
    title: "解約の取り消し",
    body: (date: string) => `解約日と解約理由を取り消します。契約は${date}まで有効になります。`,
    confirm: "解約を取り消す",
    done: "解約を取り消しました。",
  },
  remove: {
    title: "契約の削除",
    body: "以下の契約を削除しますか？ この操作は元に戻せません。",
    keeps: "組織と利用者は削除されません。",
  },
  usage: {
    title: "利用の推移",
    by: "集計方法",
    day: "日別",
    month: "月別",
    dayOfWorkspaces: "日別（ワークスペース別）",
    monthOfWorkspaces: "月別（ワークスペース別）",
    cumulative: "累計",
    total: "合計",
    measure: "表示する値",
    count: "件数",
    minutes: "時間",
    none: "まだ利用がありません。",
    forecast: {
      day: (date: string) => `このペースでは${date}ごろ上限に達する見込みです。`,
      weeks: (from: number, to: number) =>
        `直近の利用では${from}〜${to}週間で上限に達する見込みです。`,
      oneWeek: (to: number) => `直近の利用では約${to}週間で上限に達する見込みです。`,
      firstWeek: "直近の利用では1週間以内に上限に達する見込みです。",
    },
    noForecast: {
      NOT_BEGUN: () => "契約が始まっていないため、上限に達する日は予測していません。",
      ENDED: () => "契約が終了しているため、上限に達する日は予測していません。",
      NO_CAP: () => "上限がない契約のため、上限に達する日は予測していません。",
      CAP_REACHED: () => "すでに上限に達しています。",
      NO_RECENT_USE: () => "最近の利用がないため、上限に達する日を予測できません。",
      FEW_WEEKS: () => "最近の利用が3週間分に満たないため、上限に達する日をまだ予測できません。",
      IRREGULAR: () => "週ごとの利用の差が大きいため、上限に達する日を予測できません。",
      NOT_SOON: (date: string) =>
        `このペースでは、少なくとも${date}までは上限に達しない見込みです。`,
      NOT_BEFORE_END: (date: string) =>
        `このペースでは、契約終了（${date}）まで上限に達しない見込みです。`,
    },
    noneInPeriod: "この期間の利用はありません。",
    axis: { day: (day: number) => `${day}日`, month: (month: number) => `${month}月` },
    period: { day: "日付", month: "年月" },
    range: (from: string, to: string) => `${from}〜${to}`,
    chart: (measure: string, by: string, range: string) => `${measure}の推移（${by}、${range}）`,
    point: (period: string, count: string, minutes: string, adjusted = "") =>
      `${period}：${count}・${minutes}${adjusted && `（うち調整 ${adjusted}）`}`,
    adjustment: {
      name: "調整",
      column: "うち調整",
      added: "調整で加算",
      taken: "調整で減算",
      changed: "調整した日",
    },
    sum: {
      count: (count: string) => `合計：${count}`,
      minutes: (minutes: string) => `合計：${minutes}（1分未満は切り上げて表示しています。）`,
    },
    byWorkspace: (measure: string, by: string, range: string) =>
      `ワークスペース別の${measure}の推移（${by}、${range}）`,
    others: "その他のワークスペース",
    pointOf: (period: string, parts: string) => `${period}：${parts}`,
    part: (name: string, value: string) => `${name} ${value}`,
    cumulativeChart: (measure: string, range: string) => `${measure}の累計と上限（${range}）`,
    cumulativePoint: (period: string, used: string) => `${period}まで：${used}`,
    cumulativeOfCap: ({
      period,
      used,
      cap,
      percent,
    }: {
      period: string;
      used: string;
      cap: string;
      percent: string;
    }) => `${period}まで：${used}/${cap}（${percent}%）`,
    cap: "上限",
    capOf: (cap: string) => `上限 ${cap}`,
    continued: "このペースが続く場合",
    forecastDay: (date: string) => `${date}ごろ到達`,
    forecastWeeks: ({ from, to }: { from: number; to: number }) =>
      from < to ? `${from}〜${to}週間で到達` : `約${to}週間で到達`,
    even: "上限まで均等に利用した場合",
    table: "数値を表で見る",
    previous: { day: "前の月", month: "前の1年" },
    next: { day: "次の月", month: "次の1年" },
  },
} as const;
