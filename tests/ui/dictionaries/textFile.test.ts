import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { textOfFile } from "../../../src/resources/dictionaries/learn/LearnForm.tsx";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const DOCUMENT = `<w:document xmlns:w="${W}"><w:body><w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>${run("議事")}<w:del><w:r><w:delText>消</w:delText></w:r></w:del>${run("録")}</w:p><w:p>${run("次の行")}</w:p></w:body></w:document>`;

/** A ZIP archive with one file. */
function zip(name: string, content: Buffer, method: 0 | 8): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : content;
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(method, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}

const read = (name: string, bytes: Uint8Array) =>
  textOfFile(new File([new Uint8Array(bytes)], name));

it.each([0, 8] as const)("reads a document of Word, packed by method %i", async (method) => {
  const docx = zip("word/document.xml", Buffer.from(DOCUMENT), method);
  expect(await read("案.docx", docx)).toBe("議事録\n次の行");
});

it.each([
  [
    "a.srt",
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n一行目\r\n<i>二行目</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n三\r\n",
    "一行目\n二行目\n三",
  ],
  [
    "a.vtt",
    "WEBVTT - 会議\n\nNOTE 覚え\n\n00:01.000 --> 00:02.000 align:start\n<v 山田>はい &amp; いいえ</v>\n",
    "はい & いいえ",
  ],
  ["a.txt", "\ufeff本文\r\n次", "本文\n次"],
])("reads %s without times and tags", async (name, written, text) => {
  expect(await read(name, Buffer.from(written))).toBe(text);
});

it("reads text in Shift_JIS, and refuses what is no text", async () => {
  expect(await read("a.txt", Buffer.from([0x8b, 0x63, 0x8e, 0x96]))).toBe("議事");
  await expect(
    read("a.docx", Buffer.from("no archive, but long enough to be one")),
  ).rejects.toThrow();
  await expect(read("a.docx", zip("other.xml", Buffer.from("x"), 0))).rejects.toThrow("has no");
});
