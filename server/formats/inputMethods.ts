import { FILE_LIMITS } from "../../domain/files/formats.ts";
import { rowSentences } from "../../domain/files/sentences.ts";
import { isKana, isReadingOf } from "./characters.ts";
import type { FileFormat, FileReader, FileRecord, StatedEntry } from "./format.ts";
import { knowsTag, partOfSpeechIn, readTag, type TagList } from "./partsOfSpeech.ts";

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

const SIGNS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};
const ESCAPE = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

const VALUE = /<key>([^<]*)<\/key>\s*<string>([^<]*)<\/string>/gu;
/** Of the text of a row that is shown. */
const LONGEST = 10_000;

function recordsOf(text: string): FileRecord[] {
  const [before = "", ...dicts] = text.split("<dict>", FILE_LIMITS.rows + 2);
  const linesOf = (part: string) => part.split("\n").length - 1;
  let line = linesOf(before) + 1;
  return dicts.map((part): FileRecord => {
    const [inner = ""] = part.split("</dict>", 1);
    const values = new Map(
      [...inner.matchAll(VALUE)].map(([, key = "", value = ""]) => [key, unescaped(value)]),
    );
    const cells = [values.get("shortcut") ?? "", values.get("phrase") ?? ""];
    const record = { line, cells, raw: inner.trim().slice(0, LONGEST), disabled: false };
    line += linesOf(part);
    return record;
  });
}

/** The property list of ユーザ辞書 of macOS and iOS: a shortcut, which is mostly the reading, and a phrase. */
export const macosPlist: FileReader = {
  syntax: { delimiter: "\t", quoted: false, newline: "\n" },
  header: /^<(?:\?xml|!DOCTYPE plist|plist)\b/u,
  records: recordsOf,
  fits: () => false,
  read: ([reading = "", surface = ""]) =>
    surface === "" ? [{ reason: rowSentences.tooFewColumns(2) }] : [{ surface, reading }],
};

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
