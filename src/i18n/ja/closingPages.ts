import type { Unusual } from "../../../domain/closings/rules.ts";
import type { ClosingResult } from "../../../domain/closings/schemas.ts";
import { formatMonthJa } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";

const count = (contracts: number) => `${formatNumber(contracts)}件`;

const unusual: Readonly<Record<Unusual, string>> = {
  NO_USE: "利用なし",
  TWICE_USUAL: "通常の2倍以上",
  ADJUSTMENT_OF_OTHER_MONTH: "翌月以降の調整",
  WEBHOOK_PAUSED: "Webhook停止中",
};

/** What an act did with the contracts of a month, in sentences. */
function said({ closed, closedBefore, left }: ClosingResult): string {
  return [
    closed > 0 ? `${count(closed)}の契約を締めました。` : "新たに締めた契約はありません。",
    closedBefore > 0 ? `${count(closedBefore)}はすでに締めていました。` : "",
    left > 0
      ? `${count(left)}は、前月以前が未締めか翌月以降が締め済みのため、締めていません。`
      : "",
  ].join("");
}

/** Of the list of a month's contracts, which loads late. */
export const closingPages = {
  month: "対象月",
  count,
  unusual,
  said,
  columns: {
    organization: "組織名",
    use: "利用件数・時間",
    adjustments: "調整",
    before: "前月",
    unusual: "確認事項",
    state: "状態",
  },
  contract: (organizationNo: string, contractId: number) =>
    `${organizationNo}・契約番号${contractId}`,
  notBegun: "契約開始前",
  none: "なし",
  state: { open: "未締め", closed: (version: number) => `締め済み 第${version}版` },
  overview: {
    label: "締めの状況",
    all: "すべて",
    open: "未締め",
    closed: "締め済み",
    unusual: "未締めの確認事項",
    any: "確認事項あり",
    failed: "件数を取得できませんでした。",
  },
  statement: "利用明細書",
  statementOf: (name: string) => `利用明細書（${name}）`,
  empty: {
    none: "この月に締める契約はありません。",
    noMatch: "条件に該当する契約はありません。別の条件をお試しください。",
  },
  all: {
    open: "すべて締める",
    nothing: "未締めの契約はありません。",
    title: (month: string) => `${formatMonthJa(month)}の締め`,
    question: (contracts: number) => `未締めの契約${count(contracts)}をすべて締めますか？`,
    frozen: "締めた月の利用明細書は変わりません。後から届いた利用は、翌月の過月分になります。",
    unusual: (contracts: number) => `確認事項がある契約が${count(contracts)}あります。`,
    usual: "確認事項がある契約はありません。",
    confirm: "締める",
    running: "締めています...",
  },
  chosen: {
    label: "締める",
    title: (month: string) => `${formatMonthJa(month)}の締め`,
    question: (contracts: number) => `以下の${count(contracts)}の契約を締めますか？`,
    leaves: (counted: string) => ({
      untouched: `次の${counted}は締めません。`,
      refused: `次の${counted}は締められません。`,
    }),
    unusual: (contracts: number, kinds: string) =>
      `確認事項がある契約が${count(contracts)}あります（${kinds}）。`,
    closed: "すでに締めています。",
    open: "まだ締めていません。",
    print: "利用明細書を印刷",
  },
  again: {
    open: "再締め",
    openOf: (name: string) => `再締め（${name}）`,
    title: "再締め",
    body: (month: string, version: number) =>
      `${formatMonthJa(month)}をもう一度締め、締めた後に届いた利用と調整を含む第${version}版の利用明細書を作成します。これまでの版も残ります。`,
    reason: "再締めの理由",
    reasonHint: "操作ログと利用明細書の版の一覧に残ります。組織には表示しません。",
    confirm: "再締めする",
    done: (version: number) => `第${version}版の利用明細書を作成しました。`,
  },
} as const;
