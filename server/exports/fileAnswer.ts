import type { Readable } from "node:stream";

export interface FileAnswer {
  /** As it is saved, for the audit log. */
  name: string;
  /** The record that it is about, if it is about one. */
  about?: { kind: string; id: number | string; name: string } | undefined;
  /** Its event is written already, in the transaction of what it changes. */
  isRecorded?: true;
  headers: Record<string, string>;
  stream: Readable;
}

/** A text that a program reads; null if it has it already (304). */
export interface TextAnswer {
  headers: Record<string, string>;
  text: Readable | null;
}

export interface FileNames {
  /** With its extension; signs that file systems refuse are replaced. */
  name: string;
  /** For clients that do not read `filename*` (RFC 6266). */
  asciiName: string;
}

const REFUSED = /[\\/:*?"<>|\p{Cc}]/gu;

/** The value of Content-Disposition, with the name as of RFC 5987. */
export function attachment({ name, asciiName }: FileNames): string {
  const encoded = encodeURIComponent(name.replace(REFUSED, "_")).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
