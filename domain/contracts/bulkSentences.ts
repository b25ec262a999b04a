import { namesOfRecords } from "../bulkSentences.ts";
import { formatDate, formatPeriod } from "../text/dates.ts";
import type { Period } from "./rules.ts";

export const renewalSentences = {
  terminated: (date: string) => `解約日（${formatDate(date)}）が登録されています。`,
  renewedAlready: (next: Period) => `次期契約（${formatPeriod(next)}）がすでに登録されています。`,
  overlaps: (next: Period, other: Period) =>
    `次期契約の期間（${formatPeriod(next)}）が登録済みの契約（${formatPeriod(other)}）と重複しています。`,
  over: (next: Period) => `次期契約の期間（${formatPeriod(next)}）がすでに終了しています。`,
  beyondDates: "次期契約の終了日が、登録できる日付の範囲を超えています。",
  emailTaken: "管理者メールアドレスが他の組織で使用されています。",
  adminErased: "管理者の個人データが消去されています。",
} as const;

export const manyContractSentences = {
  removed: "この契約は削除されています。",
  hasClosings: "締めた月があるため、削除できません。",
  hasUsage: "利用実績があるため、削除できません。",
  notRenewed: (names: readonly string[]) =>
    `次期契約を作成できない契約が含まれているため、何も作成していません（${namesOfRecords(names)}）。`,
  notDeleted: (names: readonly string[]) =>
    `削除できない契約が含まれているため、何も削除していません（${namesOfRecords(names)}）。`,
} as const;
