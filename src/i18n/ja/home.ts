export const home = {
  title: "ホーム",
  greeting: "%{name}さん、こんにちは。",
  limits: {
    title: "契約の残り",
    count: "文字起こし件数",
    minutes: "文字起こし時間",
    remaining: "残り%{rest}",
    countUnit: "%{count}件",
    unlimited: "無制限",
    none: "有効な契約がありません。管理者にお問い合わせください。",
    /** 残り3件・8時間45分, in the header. */
    label: "残り%{count}・%{minutes}",
  },
  contract: {
    title: "契約情報",
    period: "契約期間",
    used: "%{used}／%{cap}",
  },
  admin: {
    lead: "契約・組織・ユーザーの管理は、管理画面で行います。",
    link: "管理画面へ",
  },
} as const;
