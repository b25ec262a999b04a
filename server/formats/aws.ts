import { isKana } from "./characters.ts";
import type { FileReader } from "./format.ts";

const COLUMNS = ["phrase", "soundslike", "ipa", "displayas"];
const isColumn = (cell: string) => COLUMNS.includes(cell.trim().toLowerCase());

/** The words of a phrase are joined by hyphens. */
const joined = (phrase: string, by: string) => phrase.replaceAll("-", by);

/**
 * The table of a custom vocabulary for Amazon Transcribe, its columns in any order: a phrase as it
 * sounds and, in DisplayAs, as it is written.
 */
export const aws: FileReader = {
  syntax: { delimiter: "\t", quoted: false, newline: "\n" },
  fits: () => false,
  read: () => [],
  headed: {
    find: ([cells = []]) => {
      const named = cells.filter(isColumn).length;
      return named > 1 && named === cells.length && cells.some((cell) => /^phrase$/i.test(cell))
        ? 0
        : -1;
    },
    below: (headings) => {
      const positions = new Map(
        headings.map((cell, position) => [cell.trim().toLowerCase(), position]),
      );
      return {
        columns: headings.length,
        ignored: [],
        read: (cells) => {
          const cell = (name: string) => cells[positions.get(name) ?? -1]?.trim() ?? "";
          const phrase = cell("phrase");
          const sound = [phrase, cell("soundslike")].map((text) => joined(text, "")).find(isKana);
          const surface = cell("displayas") || joined(phrase, " ");
          return [{ surface, reading: sound ?? phrase }];
        },
      };
    },
  },
};
