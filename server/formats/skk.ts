import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileReader, StatedEntry } from "./format.ts";

/** Signs that divide a line, as SKK writes them inside a word: (concat "A\057B"). */
const CONCAT = /^\(concat "(.*)"\)$/u;

function plain(word: string): string {
  const [, inner] = CONCAT.exec(word) ?? [];
  return (
    inner?.replaceAll(/\\([0-7]{3})/gu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    ) ?? word
  );
}

/** Words of one reading and what is said of each: よみ /単語;注釈/単語/. */
export const skk: FileReader = {
  syntax: { delimiter: "/", quoted: false, comment: ";", newline: "\n", columns: 1_000 },
  header: /^;;? (?:-\*-.*\bcoding\b|okuri-(?:ari|nasi) entries)/iu,
  fits: (cells) => cells.length > 2 && /^\S+ $/u.test(cells[0] ?? "") && cells.at(-1) === "",
  read: ([start = "", ...words]) => {
    const reading = start.trim();
    const written = words.filter((word) => word.trim() !== "");
    if (written.length === 0) return [{ reason: rowSentences.tooFewColumns(2) }];
    // おくr /送/: only with what follows is it a word.
    if (/[ぁ-ゖ][a-z]$/u.test(reading)) return [{ reason: rowSentences.inflected }];
    return written.map((one): StatedEntry => {
      const [word = "", note] = one.split(";", 2);
      return { surface: plain(word), reading, ...(note === undefined ? {} : { note }) };
    });
  },
};
