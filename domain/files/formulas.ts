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

/** The names of dictionary files (docs/formats.md). */
export const DICTIONARY_FILES = [".csv", ".tsv", ".txt", ".plist"] as const;

/** The names of files of people and of contracts. */
export const SHEET_FILES = [".csv"] as const;

/**
 * Whether a file meets one of the accept rules (docs/product/files.md#uploads): an extension
 * (.csv), a MIME type (text/csv) or a MIME family (text/*). Without rules every file does.
 */
export function isAccepted(file: { name: string; type: string }, rules: readonly string[]) {
  if (rules.length === 0) return true;
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  return rules.some((written) => {
    const rule = written.trim().toLowerCase();
    if (rule.startsWith(".")) return name.endsWith(rule);
    if (rule.endsWith("/*")) return type.startsWith(rule.slice(0, -1));
    return type === rule;
  });
}
