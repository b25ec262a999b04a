import { errors } from "../../i18n/ja/errors.ts";
import { connectivity } from "./connectivity.ts";

export interface Progress {
  done: number;
  total: number;
}

export interface DownloadedFile {
  file: Blob;
  name: string;
  /** The number of its rows. */
  count: number;
}

/**
 * Reads a file as it arrives. Throws unless all of it arrives: a proxy can hide that the server
 * broke off.
 */
export async function readFile(
  response: Response,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<DownloadedFile> {
  const total = Number(response.headers.get("x-total-count"));
  const type = response.headers.get("content-type") ?? "";
  const meter = type.startsWith("text/csv") ? rowMeter(total) : byteMeter(response.headers, total);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      onProgress({ done: meter.add(part.value), total });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    connectivity.failed();
    throw new Error(errors.downloadCut);
  }
  if (!meter.isWhole()) throw new Error(errors.downloadCut);
  return { file: new Blob(parts, { type }), name: nameOf(response), count: total };
}

interface Meter {
  /** Returns the number of rows up to the end of these bytes. */
  add: (bytes: Uint8Array) => number;
  isWhole: () => boolean;
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows below the headings: line ends outside of quotes. */
function rowMeter(total: number): Meter {
  let lines = 0;
  let quoted = false;
  const count = () => Math.max(0, lines - 1);
  return {
    isWhole: () => count() === total,
    add(bytes) {
      for (const byte of bytes) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
      return count();
    },
  };
}

/** Counts bytes, for files of any syntax and encoding. A compressed file has no known length. */
function byteMeter(headers: Headers, total: number): Meter {
  const length = headers.has("content-encoding") ? 0 : Number(headers.get("content-length"));
  let received = 0;
  return {
    isWhole: () => length === 0 || received === length,
    add(bytes) {
      received += bytes.length;
      return length === 0 ? 0 : Math.floor((total * received) / length);
    },
  };
}

function nameOf({ headers }: Response): string {
  const disposition = headers.get("content-disposition") ?? "";
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "");
}
