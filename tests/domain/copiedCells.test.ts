import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineOfCell, readCells, writeCells } from "../../domain/text/copiedCells.ts";

const marks = (...units: string[]) =>
  fc.string({ unit: fc.constantFrom('"', "引", "a", " ", "\u3000", ...units) });
const rowsOf = (cells: fc.Arbitrary<string>, least: number) =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: least }),
    );
const returns = (rows: string[][]) => {
  expect(readCells(writeCells(rows))).toEqual(rows);
};

describe("copied cells", () => {
  test.each([
    ["a blank row is a row", "一\n\n三\n", [["一"], [""], ["三"]]],
    ["a blank last row is ended by its line break", "一\r\n\r\n", [["一"], [""]]],
    ["a blank cell is a cell", "\t一\t\n", [["", "一", ""]]],
    ["a mark that nothing closes is one", '"速報\n', [['"速報']]],
    [
      "marks at the beginning quote no rows between them",
      '"速報\tそくほう\n続報\tぞくほう\n"終報\tしゅうほう\n',
      [
        ['"速報', "そくほう"],
        ["続報", "ぞくほう"],
        ['"終報', "しゅうほう"],
      ],
    ],
    [
      "nor do they where a cell ends with one",
      '"速報\tそくほう\n終報"\tしゅうほう\n',
      [
        ['"速報', "そくほう"],
        ['終報"', "しゅうほう"],
      ],
    ],
    ["marks around a cell are of the cell", '"引用"', [['"引用"']]],
    ["also marks alone", '""\t"""\t""""', [['""', '"""', '""""']]],
    ["a line break is quoted", '"会議\n室"\tかいぎしつ\n', [["会議\n室", "かいぎしつ"]]],
    ["marks beside a line break are doubled", '"""会議""\r\n室"', [['"会議"\r\n室']]],
    [
      "a line break is quoted where its row looks like two",
      'あ\t"い\nう"\tえ\n',
      [["あ", "い\nう", "え"]],
    ],
    [
      "marks in one row of several quote no cells between them",
      '"速報\t終報"\n続報\tぞくほう\n',
      [
        ['"速報', '終報"'],
        ["続報", "ぞくほう"],
      ],
    ],
    ["a tab is quoted", '"表\t記"\tひょうき\n', [["表\t記", "ひょうき"]]],
    [
      "rows may end as on an old Mac",
      "一\t二\r三\t四\r",
      [
        ["一", "二"],
        ["三", "四"],
      ],
    ],
    ["no text has no cells", "", []],
  ])("%s", (_, text, cells) => {
    expect(readCells(text)).toEqual(cells);
  });

  test("return from rows of words, whatever marks they hold", () => {
    const words = rowsOf(marks(), 2).map((rows) => rows.map((cells) => [...cells, "有効"]));
    fc.assert(fc.property(words, returns));
  });

  test("return from a table of cells of several lines", () => {
    const cells = marks("\n", "\r\n").filter((cell) => /^[^"]|\n|^$/.test(cell));
    fc.assert(fc.property(rowsOf(cells, 1), returns));
  });

  test.each(["\n", "\r", "\t"])("return alone, also with %j", (divider) => {
    fc.assert(fc.property(marks(divider), (cell) => returns([[cell]])));
  });

  test("are one line in a field of one line", () => {
    expect(lineOfCell(" 会議 \r\n\t室\n")).toBe("会議 室");
  });
});
