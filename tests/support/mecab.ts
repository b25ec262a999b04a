import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportEncoding } from "../../domain/files/formats.ts";
import { MECAB } from "../../scripts/findMecab.ts";

/** The names of encodings as the option -f of mecab-dict-index takes them. */
const CHARSETS: Partial<Record<ExportEncoding, string>> = {
  "utf-8": "utf-8",
  "euc-jp": "euc-jp",
  cp932: "cp932",
};

export interface UserDictionary {
  /** How many words of each file were compiled. */
  sizes: number[];
  /** The features of all words, as the compiled dictionary has them. */
  features(): string[];
  analyse(texts: readonly string[]): Token[][];
  remove(): void;
}

interface Token {
  surface: string;
  features: string;
}

/** Compiles files by mecab-dict-index. Throws what it says if it refuses them. */
export function userDictionary(
  files: readonly Uint8Array[],
  encoding: ExportEncoding,
): UserDictionary {
  const directory = mkdtempSync(join(tmpdir(), "ki-mecab-"));
  const compiled = join(directory, "words.dic");
  const sources = files.map((bytes, n) => {
    const source = join(directory, `${n}.csv`);
    writeFileSync(source, bytes);
    return source;
  });
  const charset = CHARSETS[encoding] ?? encoding;
  const options = ["-d", MECAB.source, "-u", compiled, "-f", charset, "-t", "utf-8"];
  const remove = () => rmSync(directory, { recursive: true });
  let said: string;
  try {
    said = run(MECAB.dictIndex, [...options, ...sources]);
  } catch (error) {
    remove();
    throw error;
  }
  return {
    sizes: sources.map((source) => Number(said.split(`${source} ... `)[1]?.split("\n")[0])),
    features: () => readFileSync(compiled, "utf8").split("\0"),
    analyse: (texts) => analyse(texts, ["-u", compiled]),
    remove,
  };
}

/** What MeCab makes of texts with its own dictionary, or with one of words besides. */
export function analyse(texts: readonly string[], options: readonly string[] = []): Token[][] {
  return run(MECAB.program, ["-d", MECAB.compiled, ...options], `${texts.join("\n")}\n`)
    .split("EOS\n")
    .slice(0, texts.length)
    .map((lines) =>
      lines
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => {
          const [surface = "", features = ""] = line.split("\t");
          return { surface, features };
        }),
    );
}

function run(program: string, options: readonly string[], input = ""): string {
  const { status, signal, stdout, stderr } = spawnSync(program, options, {
    input,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const said = `${stdout}${stderr}`;
  if (status !== 0) throw new Error(`${program}: ${signal ?? status}: ${said}`);
  return program === MECAB.program ? stdout : said;
}
