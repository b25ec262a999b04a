import { FILE_LIMITS } from "../domain/files/formats.ts";

/** A kind of file that the server takes: where it goes, and a row with every column filled. */
export interface FileKind {
  path: string;
  columns: Readonly<Record<string, string>>;
  /** A column that lists names, and a name that it may list. */
  list?: { column: string; name: string };
  rows: number;
}

const SIZE = FILE_LIMITS.bytes - 10_000;
/** Not in canonical order, which normalization sorts in quadratic time; 4 bytes a pair. */
const MARKS = "\u0301\u0323";

const times = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));

/** Files designed to be expensive, as long as files may be, by their names. */
export function hostileFiles({ columns, list, rows }: FileKind): Record<string, string> {
  const names = Object.keys(columns);
  const head = names.join(",");
  const row = (n: number, other: Readonly<Record<string, string>> = {}) =>
    names.map((name) => other[name] ?? columns[name]?.replace("#", String(n)) ?? "").join(",");
  const file = (
    count: number,
    other: (n: number) => Readonly<Record<string, string>> = () => ({}),
  ) => [head, ...Array.from({ length: count }, (_, n) => row(n, other(n)))].join("\r\n");
  const inEach = (what: string, cell: (bytes: number) => string) =>
    names.flatMap((name): [string, string][] => [
      [`${what}, one cell of ${name}`, file(1, () => ({ [name]: cell(SIZE) }))],
      [`${what}, every ${name}`, file(rows, () => ({ [name]: cell(SIZE / rows - 200) }))],
    ]);
  return Object.fromEntries([
    ["as many rows as there may be", file(rows)],
    ["more rows than there may be", times(`${row(1)}\r\n`, SIZE)],
    ["empty lines", `${head}${times("\r\n", SIZE)}`],
    ["columns without end", `${head}${times(",a", SIZE)}\r\n${row(1)}`],
    ["cells beyond the columns", `${head}\r\n${row(1)}${times(",a", SIZE)}`],
    ["a quote that is never closed", `${head}\r\n"${times("a,\r\n", SIZE)}`],
    ["quotes", `${head}\r\n"${times('""', SIZE)}"`],
    ["titles above the headings", `${times("a\r\n", SIZE)}${head}`],
    ...inEach("combining marks", (bytes) => `a${times(MARKS, bytes - 4)}`),
    ...inEach("blanks", (bytes) => times("\u3000", bytes)),
    ...inEach("names without end", (bytes) => times("あ、", bytes)),
    ...(list
      ? [
          [
            `the same name, every ${list.column}`,
            file(rows, () => ({
              [list.column]: times(`${list.name}、`, SIZE / rows - 200),
            })),
          ] as const,
          [
            `other names, every ${list.column}`,
            file(rows, (n) => ({
              [list.column]: Array.from({ length: Math.floor((SIZE / rows - 200) / 11) }, (_, m) =>
                (n * 10_000 + m).toString(36).padStart(8, "0"),
              ).join("、"),
            })),
          ] as const,
        ]
      : []),
  ]);
}
