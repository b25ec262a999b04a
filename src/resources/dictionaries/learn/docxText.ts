/** The part of a document of Word that has its text (ECMA-376). */
const DOCUMENT = "word/document.xml";
/** More is no text that a page takes, and may be a small file that unpacks to much. */
const MOST_BYTES = 50 * 1024 * 1024;

/** The paragraphs of a document of Word, one line each, without what is deleted in it. Throws if it is none. */
export async function docxText(file: Uint8Array): Promise<string> {
  const packed = packedFile(file, DOCUMENT);
  const xml = new TextDecoder("utf-8", { fatal: true }).decode(await unpacked(packed));
  const parsed = new DOMParser().parseFromString(xml, "application/xml");
  if (parsed.querySelector("parsererror")) throw new Error("the document is no XML");
  return [...parsed.getElementsByTagNameNS("*", "p")]
    .map((paragraph) => [...paragraph.getElementsByTagNameNS("*", "*")].map(written).join(""))
    .join("\n")
    .trim();
}

const SIGNS: Readonly<Record<string, string>> = {
  tab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "-",
};

function written({ localName, textContent, parentElement }: Element): string {
  if (localName === "t") return textContent ?? "";
  // Tab stops of a paragraph's properties have the name of the sign.
  return parentElement?.localName === "r" ? (SIGNS[localName] ?? "") : "";
}

interface Packed {
  bytes: Uint8Array;
  /** 0 for stored, 8 for deflated. */
  method: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/** A file of a ZIP archive (APPNOTE 6.3), by the directory at its end. */
function packedFile(archive: Uint8Array, name: string): Packed {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error("the file is no ZIP archive");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count && view.getUint32(at, true) === ENTRY; entry += 1) {
    const nameBytes = view.getUint16(at + 28, true);
    const from = at + ENTRY_BYTES;
    if (new TextDecoder().decode(archive.subarray(from, from + nameBytes)) === name) {
      const local = view.getUint32(at + 42, true);
      const start =
        local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const length = view.getUint32(at + 20, true);
      return {
        method: view.getUint16(at + 10, true),
        bytes: archive.subarray(start, start + length),
      };
    }
    at = from + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  throw new Error(`the archive has no ${name}`);
}

async function unpacked({ bytes, method }: Packed): Promise<Uint8Array> {
  if (method === 0) return bytes;
  if (method !== 8) throw new Error(`the archive is packed by method ${method}`);
  const stream = new Blob([new Uint8Array(bytes)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (!value) continue;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new Error("the document is too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
