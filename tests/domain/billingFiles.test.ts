import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../domain/billing/fields.ts";
import { BILLING_FORMATS, type BillingEncoding } from "../../domain/billing/formats.ts";
import { type BilledStatement, dueDate } from "../../domain/billing/rules.ts";
import { amountsOf, type Price } from "../../domain/prices/rules.ts";
import { fileOf, rowsOf } from "../../server/modules/billing/service/files.ts";

/**
 * The columns of each program as docs/product/billing-files.md has them from its sources, by number and
 * apart from the code, and readers that know nothing of how a file is written.
 */
const MONEYFORWARD =
  "csv_type(変更不可), 行形式, 取引先名称, 件名, 請求日, お支払期限, 請求書番号, 売上計上日, メモ, タグ, 小計, 消費税, 合計金額, 取引先敬称, 取引先郵便番号, 取引先都道府県, 取引先住所1, 取引先住所2, 取引先部署, 取引先担当者役職, 取引先担当者氏名, 自社担当者氏名, 備考, 振込先, 入金ステータス, メール送信ステータス, 郵送ステータス, ダウンロードステータス, 納品日, 品名, 品目コード, 単価, 数量, 単位, 納品書番号, 詳細, 金額, 品目消費税率".split(
    ", ",
  );
const YAYOI = { flag: 1, day: 4, debit: 5, partner: 6, debited: 9, credit: 11, taxClass: 14 };
const YAYOI_END = { credited: 15, tax: 16, text: 17, type: 20, adjusted: 25 };

/** A CSV by RFC 4180, in lines that end in CRLF. */
function readCsv(text: string): string[][] {
  expect(text.endsWith("\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  return text
    .slice(0, -2)
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
      ),
    );
}

const price: Price = {
  from: "2026-04",
  monthly: 30_000,
  perTranscript: 100,
  perMinute: 10,
  overage: null,
  taxRate: 10,
  rounding: "DOWN",
};

function aStatement(given: Partial<BilledStatement> = {}): BilledStatement {
  const sum = { transcripts: 12, seconds: 90 };
  const terms = { price, maxTranscriptCount: null, maxTranscriptMinutes: null, isInForce: true };
  return {
    number: "202610-3-1",
    month: "2026-10",
    contractId: 3,
    organizationNo: "10000001",
    organizationName: "株式会社サンプル",
    partnerName: null,
    subAccount: "",
    sum,
    amounts: amountsOf(terms, { sum, before: { transcripts: 0, seconds: 0 } }),
    ...given,
  };
}

function written(
  format: (typeof BILLING_FORMATS)[number],
  statements: BilledStatement[],
  encoding: BillingEncoding = "cp932",
) {
  const { rows, refused } = rowsOf(statements, { format, encoding, settings: DEFAULT_SETTINGS });
  const bytes = Buffer.from(fileOf(rows, { format, encoding }));
  const isCp932 = encoding === "cp932";
  const text = isCp932 ? iconv.decode(bytes, "windows-31j") : bytes.toString("utf8");
  return { cells: rows.length > 0 ? readCsv(text) : [], refused, bytes };
}

const anyAmounts = fc
  .record({
    monthly: fc.nat(9_999_999),
    perTranscript: fc.nat(9_999),
    perMinute: fc.nat(9_999),
    taxRate: fc.integer({ min: 0, max: 100 }),
    rounding: fc.constantFrom("DOWN" as const, "UP" as const, "HALF_UP" as const),
    overage: fc.option(fc.record({ perTranscript: fc.nat(9_999), perMinute: fc.nat(9_999) })),
    sum: fc.record({ transcripts: fc.nat(5_000), seconds: fc.nat(500_000) }),
    cap: fc.integer({ min: 1, max: 3_000 }),
  })
  .map(({ sum, cap, ...rest }) =>
    amountsOf(
      {
        price: { from: "2026-04", ...rest },
        maxTranscriptCount: cap,
        maxTranscriptMinutes: cap,
        isInForce: true,
      },
      { sum, before: { transcripts: 0, seconds: 0 } },
    ),
  )
  .filter(({ total }) => total > 0);

describe("the file for マネーフォワード クラウド請求書", () => {
  it("has 38 columns, and below each invoice its items, whose sums and tax agree", () => {
    fc.assert(
      fc.property(fc.array(anyAmounts, { minLength: 1, maxLength: 5 }), (all) => {
        const statements = all.map((amounts) => aStatement({ amounts }));
        const { cells } = written("moneyforward", statements);
        const [heading, ...rows] = cells;
        expect(heading).toEqual(MONEYFORWARD);
        const at = (row: string[], name: string) => row[MONEYFORWARD.indexOf(name)];
        const invoices: { head: string[]; items: string[][] }[] = [];
        for (const row of rows) {
          expect(row).toHaveLength(38);
          expect(at(row, "csv_type(変更不可)")).toBe("40101");
          if (at(row, "行形式") === "請求書") invoices.push({ head: row, items: [] });
          else invoices.at(-1)?.items.push(row);
        }
        expect(invoices).toHaveLength(all.length);
        for (const { head, items } of invoices) {
          let subtotal = 0;
          for (const item of items) {
            expect(at(item, "行形式")).toBe("品目");
            expect(at(item, "品目消費税率")).toMatch(/^\d+%$/);
            const amount = Number(at(item, "金額"));
            expect(amount).toBe(Number(at(item, "単価")) * Number(at(item, "数量")));
            subtotal += amount;
          }
          expect(Number(at(head, "小計"))).toBe(subtotal);
          const total = Number(at(head, "小計")) + Number(at(head, "消費税"));
          expect(Number(at(head, "合計金額"))).toBe(total);
          const rate = Number.parseInt(at(items[0] ?? [], "品目消費税率") ?? "", 10);
          expect(Math.abs(Number(at(head, "消費税")) - (subtotal * rate) / 100)).toBeLessThan(1);
        }
      }),
    );
  });

  it("says dates with slashes, and who pays what until when", () => {
    const { cells, bytes } = written("moneyforward", [aStatement()], "utf-8");
    expect(bytes.subarray(0, 3).toString("hex")).not.toBe("efbbbf");
    const [, head = [], first = []] = cells;
    const said = Object.fromEntries(
      MONEYFORWARD.map((name, place) => [name, head[place]]).filter(([, cell]) => cell !== ""),
    );
    expect(said).toEqual({
      "csv_type(変更不可)": "40101",
      行形式: "請求書",
      取引先名称: "株式会社サンプル",
      件名: "2026年10月分 文字起こし利用料",
      請求日: "2026/10/31",
      お支払期限: "2026/11/30",
      請求書番号: "202610-3-1",
      売上計上日: "2026/10/31",
      小計: "31220",
      消費税: "3122",
      合計金額: "34342",
      取引先敬称: "御中",
    });
    expect(first.filter((cell) => cell !== "")).toEqual([
      "40101",
      "品目",
      "基本料金",
      "30000",
      "1",
      "式",
      "30000",
      "10%",
    ]);
  });
});

describe("the file for 弥生会計", () => {
  it("has slips of rows of 25 columns without a heading, which add up to the invoice and its tax", () => {
    fc.assert(
      fc.property(fc.array(anyAmounts, { minLength: 1, maxLength: 5 }), (all) => {
        const { cells } = written(
          "yayoi",
          all.map((amounts) => aStatement({ amounts })),
        );
        const slips: string[][][] = [];
        for (const row of cells) {
          expect(row).toHaveLength(25);
          const flag = row[YAYOI.flag - 1];
          const open = slips.at(-1);
          const isOpen = ["2110", "2100"].includes(open?.at(-1)?.[YAYOI.flag - 1] ?? "");
          if (flag === "2000" || flag === "2110") {
            expect(isOpen).toBe(false);
            slips.push([row]);
          } else {
            expect(flag === "2100" || flag === "2101").toBe(true);
            expect(isOpen).toBe(true);
            open?.push(row);
          }
        }
        expect(["2000", "2101"]).toContain(cells.at(-1)?.[YAYOI.flag - 1]);
        expect(slips).toHaveLength(all.length);
        for (const [place, slip] of slips.entries()) {
          const sum = (column: number) =>
            slip.reduce((total, row) => total + Number(row[column - 1]), 0);
          expect(sum(YAYOI.debited)).toBe(all[place]?.total);
          expect(sum(YAYOI_END.credited)).toBe(all[place]?.total);
          expect(sum(YAYOI_END.tax)).toBe(all[place]?.tax);
          for (const row of slip) {
            expect(row[YAYOI.debited - 1]).toBe(row[YAYOI_END.credited - 1]);
            for (const column of [YAYOI.debited, YAYOI_END.credited, YAYOI_END.tax]) {
              expect(row[column - 1]).toMatch(/^\d+$/);
            }
          }
        }
      }),
    );
  });

  it("names the customer in 摘要, and accounts as they are mapped", () => {
    const { cells } = written("yayoi", [
      aStatement({ partnerName: "サンプル商店", subAccount: "サンプル" }),
    ]);
    const [row = []] = cells;
    const at = (column: number) => row[column - 1];
    expect([at(YAYOI.day), at(YAYOI.debit), at(YAYOI.partner)]).toEqual([
      "2026/10/31",
      "売掛金",
      "サンプル",
    ]);
    expect([at(YAYOI.credit), at(YAYOI.taxClass)]).toEqual(["売上高", "課税売上込10%"]);
    expect(at(YAYOI_END.text)).toBe("サンプル商店 2026/10 基本料金");
    expect([at(YAYOI_END.type), at(YAYOI_END.adjusted)]).toEqual(["0", "no"]);
  });
});

describe("a statement that cannot be written", () => {
  const faultsOf = (format: (typeof BILLING_FORMATS)[number], given: Partial<BilledStatement>) =>
    written(format, [aStatement(given)]).refused.flatMap(({ faults }) => faults);

  it("is named with its column: too long for 弥生, a formula, a character that CP932 lacks", () => {
    const long = "株式会社".repeat(8);
    expect(faultsOf("yayoi", { partnerName: long })).toContainEqual({
      code: "TOO_LONG",
      column: "摘要",
      text: `${long} 2026/10 基本料金`,
    });
    expect(faultsOf("moneyforward", { partnerName: long })).toEqual([]);
    expect(faultsOf("yayoi", { subAccount: "あ".repeat(13) })).toContainEqual({
      code: "TOO_LONG",
      column: "借方補助科目",
      text: "あ".repeat(13),
    });
    for (const name of ["=1+1", "+甲", "-甲", "@甲"]) {
      expect(faultsOf("freee", { partnerName: name })).toEqual([
        { code: "FORMULA", column: "取引先名", text: name },
      ]);
    }
    expect(faultsOf("moneyforward", { partnerName: "𠮷野家" })).toEqual([
      { code: "NOT_ENCODABLE", column: "取引先名称", text: "𠮷" },
    ]);
    const utf8 = written("moneyforward", [aStatement({ partnerName: "𠮷野家" })], "utf-8");
    expect(utf8.refused).toEqual([]);
  });

  test.each(BILLING_FORMATS)(
    "has in %s no sale without a price, below zero or of nothing",
    (format) => {
      const codes = (amounts: BilledStatement["amounts"]) =>
        faultsOf(format, { amounts }).map(({ code }) => code);
      const isGeneral = format === "csv";
      expect(codes(null)).toEqual(isGeneral ? [] : ["NO_PRICE"]);
      const credited = amountsOf(
        { price, maxTranscriptCount: null, maxTranscriptMinutes: null, isInForce: false },
        { sum: { transcripts: -1, seconds: 0 }, before: { transcripts: 9, seconds: 0 } },
      );
      expect(codes(credited)).toEqual(isGeneral ? [] : ["NEGATIVE"]);
      expect(codes({ lines: [], taxes: [], subtotal: 0, tax: 0, total: 0 })).toEqual(
        isGeneral ? [] : ["NOTHING_TO_BILL"],
      );
    },
  );

  it("leaves the others in the file", () => {
    const { cells, refused } = written("freee", [
      aStatement({ partnerName: "=甲" }),
      aStatement({ number: "202610-4-1" }),
    ]);
    expect(refused.map(({ statement }) => statement.number)).toEqual(["202610-3-1"]);
    expect(cells.slice(1).map(([number]) => number)).toEqual(Array(3).fill("202610-4-1"));
  });
});

it("has the quantities of a statement without a price in the general file, negative ones too", () => {
  const sum = { transcripts: -2, seconds: 61 };
  const { cells } = written("csv", [aStatement({ amounts: null, sum })], "utf-8-bom");
  const [heading = [], ...rows] = cells;
  expect(heading[0]).toBe("\ufeff対象月");
  const at = (name: string) => heading.indexOf(name);
  expect(
    rows.map((row) => [row[at("品名")], row[at("数量")], row[at("単位")], row[at("金額")]]),
  ).toEqual([
    ["文字起こし（件数）", "-2", "件", ""],
    ["文字起こし（時間）", "2", "分", ""],
  ]);
});

test.each([
  [1, null, "2026-11-30"],
  [2, null, "2026-12-31"],
  [2, 10, "2026-12-10"],
  [4, null, "2027-02-28"],
  [0, null, "2026-10-31"],
] as const)("is due %d months later, on day %s: %s", (dueMonths, dueDay, day) => {
  expect(dueDate("2026-10", { dueMonths, dueDay })).toBe(day);
});
