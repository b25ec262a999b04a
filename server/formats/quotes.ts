/**
 * The text of a cell in quotation marks that begins at a place, those inside doubled (RFC 4180), and
 * where it ends; undefined if it has no end.
 */
function quotedAt(line: string, position: number): { inner: string; end: number } | undefined {
  if (line[position] !== '"') return undefined;
  let mark = line.indexOf('"', position + 1);
  while (mark >= 0 && line[mark + 1] === '"') mark = line.indexOf('"', mark + 2);
  return mark < 0 ? undefined : { inner: line.slice(position + 1, mark), end: mark + 1 };
}

/** The cells of a line without their quotation marks, which belong to them where one is misplaced. */
export function splitQuoted(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; at += delimiter.length) {
    const quoted = quotedAt(line, at);
    const next = line.indexOf(delimiter, quoted?.end ?? at);
    const end = next < 0 ? line.length : next;
    const isMisplaced = quoted === undefined ? line[at] === '"' : quoted.end !== end;
    if (isMisplaced) return line.split(delimiter);
    cells.push(quoted?.inner.replaceAll('""', '"') ?? line.slice(at, end));
    if (end === line.length) return cells;
    at = end;
  }
}

/**
 * Whether a text between tabs was saved by a spreadsheet, which quotes the cells that need it: with a
 * quotation mark or, in Excel, with a comma. In other lists the marks belong to the words.
 */
export function quotesCells(text: string): boolean {
  if (!text.includes('"')) return false;
  const found = { quotes: false, commas: false, bareCommas: false };
  for (const line of text.split(/[\r\n]+/)) {
    const cells = line.split("\t");
    const areAllQuoted = cells.every((cell) => cell === "" || cell.startsWith('"'));
    for (const cell of cells) {
      if (!cell.includes('"')) {
        found.bareCommas ||= cell.includes(",");
        continue;
      }
      const quoted = quotedAt(cell, 0);
      if (quoted?.end !== cell.length) return false;
      if (quoted.inner.includes('"') || areAllQuoted) found.quotes = true;
      else if (quoted.inner.includes(",")) found.commas = true;
      else return false;
    }
  }
  return found.commas ? !found.bareCommas : found.quotes;
}
