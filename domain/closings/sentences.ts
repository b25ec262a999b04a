/** Why a month cannot be closed (docs/product/closings.md#order). */
export const closingSentences = {
  notOver: "翌月1日になるまで、締めることはできません。",
  closed: "すでに締めた契約が含まれています。再締めの理由を入力してください。",
  laterClosed: "翌月以降を締めた契約が含まれているため、再締めできません。",
  earlierOpen: "前月以前をまだ締めていない契約が含まれています。先に前の月を締めてください。",
  notOfMonth: "対象月に契約期間がない契約が含まれています。",
  keepsContract: "月次の締めを行った契約は削除できません。解約してください。",
  chooseContracts: "再締めする契約を選択してください。",
} as const;
