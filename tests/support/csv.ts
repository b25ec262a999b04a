import { parse } from "csv-parse/sync";
import { z } from "zod";

const table = z.array(z.array(z.string()));

/** The cells of a CSV file, headings first; throws if it lacks the mark or a line end. */
export function csvTable(text: string): string[][] {
  if (!text.startsWith("\ufeff")) throw new Error("the file has no byte order mark");
  if (!text.endsWith("\r\n")) throw new Error("the last line has no end");
  return table.parse(parse(text.slice(1), { record_delimiter: "\r\n" }));
}

/** The rows of a CSV file by its headings. */
export function csvRows(text: string): Record<string, string>[] {
  const [headings = [], ...rows] = csvTable(text);
  return rows.map((row) => Object.fromEntries(headings.map((name, n) => [name, row[n] ?? ""])));
}
