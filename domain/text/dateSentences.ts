/** Sentences for dates and months, apart from the others because lists show them as well. */
export const dateSentences = {
  date: "日付の形式（例：2026-04-01）で入力してください。",
  dateIncomplete: "日付を最後まで入力してください。存在しない日付は入力できません。",
  dateRange: "2000年1月1日から2199年12月31日までの日付を入力してください。",
  endDateBeforeStart: "終了日は開始日以降の日付を入力してください。",
  month: "年月の形式（例：2026-04）で入力してください。",
  monthIncomplete: "年月を最後まで入力してください。",
  monthRange: "2000年1月から2199年12月までの年月を入力してください。",
  endMonthBeforeStart: "終了月は開始月以降の年月を入力してください。",
} as const;
