import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { canEncode } from "../../../server/formats/characters.ts";
import { decode, recogniseEncoding } from "../../../server/formats/encodings.ts";

const encoded = (text: string, encoding: string, addBOM = false) =>
  new Uint8Array(iconv.encode(text, encoding, { addBOM }));

const sample = "表記,読み\r\n髙橋,たかはし\r\n①㈱﨑～－∥,ﾃｽﾄ\r\n";

describe("recogniseEncoding", () => {
  test.each([
    ["utf-8-bom", encoded(sample, "utf-8", true)],
    ["utf-8", encoded(sample, "utf-8")],
    ["utf-16le", encoded(sample, "utf-16le", true)],
    ["utf-16be", encoded(sample, "utf-16be", true)],
    ["cp932", encoded(sample, "cp932")],
    ["euc-jp", encoded(sample, "eucjp")],
    ["utf-8", encoded("abc,def", "utf-8")],
    ["cp932", encoded("東京都", "cp932")],
    ["euc-jp", encoded("東京都", "eucjp")],
    ["cp932", encoded("ﾄｳｷｮｳ\t東京\t名詞", "cp932")],
    ["euc-jp", encoded("斎藤\n渡邉", "eucjp")],
  ] as const)("finds %s", (encoding, bytes) => {
    expect(recogniseEncoding(bytes)).toBe(encoding);
    expect(decode(bytes, encoding)).not.toMatch(/^\ufeff/);
  });

  test("leaves bytes that no encoding has to the user", () => {
    expect(recogniseEncoding(new Uint8Array([0x41, 0xff, 0xff, 0x81]))).toBeUndefined();
  });
});

describe("CP932 and EUC-JP", () => {
  test.each(["cp932", "euc-jp"] as const)("%s keeps the characters of NEC and IBM", (encoding) => {
    for (const character of "①㈱髙﨑～－∥―纊ⅰⅠ№℡∑塚晴ｱﾞヴ＼￥￠￡￢")
      expect(canEncode(character, encoding), character).toBe(true);
  });

  test.each(["cp932", "euc-jp"] as const)("%s tells half of each pair", (encoding) => {
    for (const character of "〜−‖—¥‾¢£¬") expect(canEncode(character, encoding)).toBe(false);
  });
});
