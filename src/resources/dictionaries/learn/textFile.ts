import { docxText } from "./docxText.ts";

export const TEXT_FILES = [".txt", ".docx", ".vtt", ".srt"] as const;
export const MOST_FILE_MB = 5;

/** The text of a file, of captions without their times. Throws if it is none of the kinds, or not as they are. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.toLowerCase();
  if (name.endsWith(".docx")) return docxText(bytes);
  const text = decoded(bytes).replace(/\r\n?/gu, "\n");
  if (name.endsWith(".vtt") || name.endsWith(".srt")) return captionText(text);
  if (name.endsWith(".txt")) return text;
  throw new Error(`not a kind of text: ${name}`);
}

/** UTF-8 or, by its mark, UTF-16; what is neither is Shift_JIS. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis", { fatal: true }).decode(bytes);
  }
}

const TIMES = /^\s*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->/u;
/** Blocks of WebVTT that are no captions. */
const NOTES = /^(?:WEBVTT|NOTE|STYLE|REGION)\b/u;

/** What captions say, one line each: the lines behind the times of each block, without tags. */
function captionText(captions: string): string {
  return captions
    .replace(/^\ufeff/u, "")
    .split(/\n{2,}/u)
    .flatMap((block) => {
      const lines = block.split("\n");
      const times = lines.findIndex((line) => TIMES.test(line));
      if (times < 0 || NOTES.test(lines[0] ?? "")) return [];
      return lines.slice(times + 1);
    })
    .map((line) => unescaped(line.replace(/<[^>]*>/gu, "")).trim())
    .filter((line) => line !== "")
    .join("\n");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&lrm;": "",
  "&rlm;": "",
};

const unescaped = (text: string) => text.replace(/&[a-z]+;/gu, (sign) => ESCAPES[sign] ?? sign);
