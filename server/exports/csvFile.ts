import type { Readable } from "node:stream";
import { attachment, type FileAnswer } from "./fileAnswer.ts";

export interface FileTitle {
  title: string;
  /** For clients that do not read `filename*` (RFC 6266). */
  asciiTitle: string;
  /** The day in the name, YYYY-MM-DD. */
  day: string;
}

/** A CSV file, whose rows are read while the client takes them. */
export class CsvFile implements FileAnswer {
  readonly #title: FileTitle;

  constructor(
    title: FileTitle,
    /** The number of its rows, without the headings. */
    readonly total: number,
    readonly stream: Readable,
  ) {
    this.#title = title;
  }

  get name(): string {
    return this.#title.title + this.#end;
  }

  get #end(): string {
    return `_${this.#title.day.replaceAll("-", "")}.csv`;
  }

  get headers(): Record<string, string> {
    const { asciiTitle } = this.#title;
    return {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": attachment({ name: this.name, asciiName: asciiTitle + this.#end }),
      "x-total-count": String(this.total),
      // Turns off the buffering of nginx, which would hide how fast the client reads.
      "x-accel-buffering": "no",
    };
  }
}
