export const erasures = {
  name: "個人データの消去",
  link: {
    section: "個人データ",
    hint: "本人からの請求などにより、氏名やメールアドレスを消去します。",
    hintOfOrganization: "契約がすべて終了した組織の、利用者の氏名やメールアドレスを消去します。",
    open: "個人データの消去",
    erased: "この利用者の個人データは消去されています。",
  },
} as const;
