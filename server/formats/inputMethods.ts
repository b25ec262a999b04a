import { rowSentences } from "../../domain/files/sentences.ts";
import type { FileFormat, FileReader, StatedEntry } from "./format.ts";
import { partOfSpeechIn, readTag } from "./partsOfSpeech.ts";

/** Reading, word, part of speech and comment between tabs: the three input methods alike. */
function readWord(format: "msime" | "google" | "atok"): FileReader["read"] {
  return ([reading = "", surface, tag = "", note]) => {
    if (surface === undefined) return [{ reason: rowSentences.tooFewColumns(2) }];
    const stated: StatedEntry = { surface, reading };
    if (note !== undefined) stated.note = note;
    if (tag.trim() === "抑制単語")
      return [{ reason: rowSentences.suppression, stated: { ...stated, partOfSpeech: tag } }];
    if (tag.trim() !== "") stated.partOfSpeech = readTag(format, tag);
    return [stated];
  };
}

function inputMethod(format: "msime" | "google"): Pick<FileFormat, "read" | "write"> {
  return {
    read: readWord(format),
    write: ({ reading, surface, partOfSpeech, note }) => [
      reading,
      surface,
      partOfSpeechIn(format, partOfSpeech),
      note,
    ],
  };
}

/** What the tool of Microsoft IME writes first; the last line is empty. */
export const MSIME_HEADER = "!Microsoft IME Dictionary Tool";

export const msime: FileFormat = {
  syntax: { delimiter: "\t", quoted: false, comment: "!", newline: "\r\n" },
  head: [MSIME_HEADER, "!Version:", "!Format:WORDLIST", ""],
  ...inputMethod("msime"),
};

export const google: FileFormat = {
  syntax: { delimiter: "\t", quoted: false, comment: "#", newline: "\n" },
  head: [],
  ...inputMethod("google"),
};

/** How lists of words begin that ATOK writes, those of its versions 11 to 16 too. */
export const ATOK_HEADER = /^!!(?:atok_tango_text_header|dicut1[1-9])/iu;

export const atok: FileReader = {
  syntax: { delimiter: "\t", quoted: false, comment: "!", newline: "\r\n" },
  read: readWord("atok"),
};
