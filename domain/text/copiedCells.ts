/** A cell that is quoted, with its marks doubled, up to the end of the cell. */
const QUOTED = /"([^"]*(?:""[^"]*)*)"(?![^\t\r\n])/y;
const PLAIN = /[^\t\r\n]*/y;
const ROW_END = /\r\n|[\r\n]/y;
const DIVIDES = /[\t\r\n]/;

/**
 * The rows of cells in the text that spreadsheets copy: cells are divided by tabs, rows by line breaks,
 * one of which may end the last row. A blank line is a row. Only a cell with a tab or a line break in it
 * is quoted: "引用" is a cell with two marks. Nobody types a tab into a cell, so that marks with both
 * between them, or with tabs in a text that is a table without quotations, are text.
 */
export function readCells(text: string): string[][] {
  const plain = cellsOf(text, () => false);
  const hasQuotedTabs = !isTable(plain);
  return cellsOf(text, (between) =>
    between.includes("\t") ? hasQuotedTabs && !/[\r\n]/.test(between) : DIVIDES.test(between),
  );
}

/** The text of rows of cells, as spreadsheets copy them; each row has a cell. */
export function writeCells(rows: readonly (readonly string[])[]): string {
  const text = rows.map((cells) => cells.map(written).join("\t")).join("\n");
  const isLastBlank = rows.length > 0 && (text === "" || text.endsWith("\n"));
  return isLastBlank ? `${text}\n` : text;
}

/** A copied cell as one line, which is what a field of one line takes. */
export function lineOfCell(cell: string): string {
  return cell.replaceAll(/\s*[\r\n\t]+\s*/g, " ").trim();
}

function written(cell: string): string {
  return DIVIDES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function isTable(rows: readonly (readonly string[])[]): boolean {
  const [first, ...others] = rows;
  return others.length > 0 && others.every((cells) => cells.length === first?.length);
}

/** `isQuoted` tells whether marks around a text quote it. */
function cellsOf(text: string, isQuoted: (between: string) => boolean): string[][] {
  const rows: string[][] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const takeCell = () => {
    const start = at;
    const quoted = take(QUOTED)?.[1];
    if (quoted !== undefined && isQuoted(quoted)) return quoted.replaceAll('""', '"');
    at = start;
    return take(PLAIN)?.[0] ?? "";
  };
  while (at < text.length) {
    const row = [takeCell()];
    while (text[at] === "\t") {
      at += 1;
      row.push(takeCell());
    }
    rows.push(row);
    take(ROW_END);
  }
  return rows;
}
