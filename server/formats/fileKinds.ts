import { Buffer } from "node:buffer";

/** How files begin that people rename to .csv: signatures of the formats' specifications. */
const SIGNATURES: readonly [bytes: string, kind: string][] = [
  ["504b0304", "Excelブック（.xlsx）やZIPファイル"],
  ["504b0506", "Excelブック（.xlsx）やZIPファイル"],
  ["d0cf11e0a1b11ae1", "Excelブック（.xls）"],
  ["89504e470d0a1a0a", "画像ファイル"],
  ["ffd8ff", "画像ファイル"],
  ["47494638", "画像ファイル"],
  ["52494646", "画像や音声のファイル"],
  ["25504446", "PDFファイル"],
  ["62706c697374", "Appleのプロパティリスト"],
  ["1f8b08", "圧縮ファイル"],
  ["377abcaf271c", "圧縮ファイル"],
  ["52617221", "圧縮ファイル"],
];

/** The Japanese name of a kind of file that is no text; undefined for everything else. */
export function binaryKind(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
}
