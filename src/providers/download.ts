import { errors } from "../i18n/ja/errors.ts";
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
 * Reads a CSV file as it arrives. Throws unless all of its rows arrive: a proxy can hide that the
 * server broke off.
 */
export async function readFile(
  response: Response,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<DownloadedFile> {
  const total = Number(response.headers.get("x-total-count"));
  const type = response.headers.get("content-type") ?? "";
  const rows = rowCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      onProgress({ done: rows.add(part.value), total });
    }
  } catch (error) {
    if (signal.aborted) throw error;
    connectivity.failed();
    throw new Error(errors.downloadCut);
  }
  if (rows.count() !== total) throw new Error(errors.downloadCut);
  return { file: new Blob(parts, { type }), name: nameOf(response), count: total };
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows below the headings: line ends outside of quotes. */
function rowCounter() {
  let lines = 0;
  let quoted = false;
  const count = () => Math.max(0, lines - 1);
  return {
    count,
    add(bytes: Uint8Array): number {
      for (const byte of bytes) {
        if (byte === QUOTE) quoted = !quoted;
        else if (byte === LINE_FEED && !quoted) lines += 1;
      }
      return count();
    },
  };
}

function nameOf({ headers }: Response): string {
  const disposition = headers.get("content-disposition") ?? "";
  return decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "");
}
