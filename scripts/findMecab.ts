import { existsSync } from "node:fs";

/** The packages of Debian that have what the tests of MeCab's files run. */
export const MECAB_PACKAGES = "mecab mecab-utils mecab-ipadic-utf8";

/** Where they install it: the programs, and the dictionary in source and compiled. */
export const MECAB = {
  program: "/usr/bin/mecab",
  dictIndex: "/usr/lib/mecab/mecab-dict-index",
  source: "/usr/share/mecab/dic/ipadic",
  compiled: "/var/lib/mecab/dic/ipadic-utf8",
} as const;

export const hasMecab = Object.values(MECAB).every((path) => existsSync(path));
