import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileFormat, FileReader, StatedEntry } from "./format.ts";
import { isKana, isReadingOf } from "./kana.ts";
import { knowsTag, partOfSpeechIn, readTag, type TagList } from "./partsOfSpeech.ts";

const SUPPRESSION = "抑制単語";

/** Reading, word, part of speech and comment: the input methods alike. */
function inputMethodRows(list: TagList): Pick<FileReader, "fits" | "read"> {
  return {
    // The part of speech tells these lists from each other.
    fits: ([reading = "", surface, tag = ""]) => {
      if (surface === undefined || isReadingOf(surface, reading)) return false;
      const name = tag.trim();
      return name === "" ? isKana(reading) : name === SUPPRESSION || knowsTag(list, name);
    },
    read: ([reading = "", surface, tag = "", note]) => {
      if (surface === undefined) return [{ reason: rowSentences.tooFewColumns(2) }];
      const stated: StatedEntry = { surface, reading };
      if (note !== undefined) stated.note = note;
      if (tag.trim() === SUPPRESSION)
        return [{ reason: rowSentences.suppression, stated: { ...stated, partOfSpeech: tag } }];
      if (tag.trim() !== "") stated.partOfSpeech = readTag(list, tag);
      return [stated];
    },
  };
}

function inputMethod(format: "msime" | "google"): Pick<FileFormat, "fits" | "read" | "write"> {
  return {
    ...inputMethodRows(format),
    write: ({ reading, surface, partOfSpeech, note }) => [
      reading,
      surface,
      partOfSpeechIn(format, partOfSpeech),
      note,
    ],
  };
}

/** What the tool of Microsoft IME writes first; the last line is empty. */
const MSIME_HEADER = "!Microsoft IME Dictionary Tool";

export const msime: FileFormat = {
  syntax: { delimiter: "\t", quoted: false, comment: "!", newline: "\r\n" },
  header: /^!microsoft ime/iu,
  head: [MSIME_HEADER, "!Version:", "!Format:WORDLIST", ""],
  ...inputMethod("msime"),
};

export const google: FileFormat = {
  syntax: { delimiter: "\t", quoted: false, comment: "#", newline: "\n" },
  head: [],
  ...inputMethod("google"),
};

export const atok: FileReader = {
  syntax: { delimiter: "\t", quoted: false, comment: "!", newline: "\r\n" },
  // That of its versions 11 to 16, too.
  header: /^!!(?:atok_tango_text_header|dicut1[1-9])/iu,
  ...inputMethodRows("atok"),
};

const macosRows = inputMethodRows("macos");

/** Lists of macOS 日本語入力 and ことえり, where two commas begin a comment. */
export const macos: FileReader = {
  syntax: { delimiter: ",", quoted: true, comment: ",,", newline: "\n" },
  ...macosRows,
  // Without a part of speech, words of AmiVoice with a comma look like them.
  fits: (cells) => (cells[2] ?? "").trim() !== "" && macosRows.fits(cells),
};

/** Reading, word and language between tabs. */
export const gboard: FileReader = {
  syntax: { delimiter: "\t", quoted: false, comment: "#", newline: "\n" },
  header: /^# gboard dictionary/iu,
  fits: ([, , language = "", ...others]) =>
    others.length === 0 && /^[a-z]{2,3}-[A-Z]{2}$/.test(language),
  read: ([reading = "", surface]) =>
    surface === undefined ? [{ reason: rowSentences.tooFewColumns(2) }] : [{ surface, reading }],
};
