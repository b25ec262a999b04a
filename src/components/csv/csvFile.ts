import { defused } from "../../../domain/files/formulas.ts";

/** A CSV as exports write it: Excel reads UTF-8 by its byte order mark, and calculates no cell. */
export function csvFile(rows: readonly (readonly string[])[], name: string): File {
  const lines = rows.map((cells) => `${cells.map(cellOf).join(",")}\r\n`);
  return new File([`\ufeff${lines.join("")}`], name, { type: "text/csv" });
}

function cellOf(value: string): string {
  const cell = defused(value);
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
