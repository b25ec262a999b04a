export function isFormula(cell: string): boolean {
  return /^[=+\-@＝＋－＠\t\r]/u.test(cell);
}

/** ' is the escape, and is escaped itself. */
const isEscaped = (cell: string) => isFormula(cell) || cell.startsWith("'");

/**
 * A cell of a CSV that no spreadsheet calculates (docs/product/files.md#exports); `restored` is its
 * reverse for every text.
 */
export function defused(cell: string): string {
  return isEscaped(cell) ? `'${cell}` : cell;
}

export function restored(cell: string): string {
  return cell.startsWith("'") && isEscaped(cell.slice(1)) ? cell.slice(1) : cell;
}
