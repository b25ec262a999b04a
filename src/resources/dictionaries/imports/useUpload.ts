import { useEffect, useRef, useState } from "react";
import { HttpError } from "react-admin";
import {
  FILE_LIMITS,
  type FileEncoding,
  type ImportFormat,
} from "../../../../domain/files/formats.ts";
import { fileSentences } from "../../../../domain/files/sentences.ts";
import type { DictionaryImport } from "../../../../domain/imports/schemas.ts";
import { useApi } from "../../../providers/data/useApi.ts";

/** How to read the file; what is missing is recognised. */
export interface Reading {
  format?: ImportFormat | undefined;
  encoding?: FileEncoding | undefined;
}

export interface Upload {
  file: File | null;
  reading: Reading;
  /** Of the file that is being sent, between 0 and 1; undefined if none is. */
  share: number | undefined;
  error: unknown;
  /** Reads a file as a dry run, or the same one in another way. */
  read(file: File, reading: Reading): Promise<void>;
  /** Forgets the file; a running upload is cancelled. */
  clear(): void;
}

function tooLarge(): HttpError {
  const message = fileSentences.TOO_LARGE;
  return new HttpError(message, 431, { message });
}

/** Sends one file at a time; leaving the page cancels it. */
export function useUpload(
  dictionaryId: number,
  onRead: (imported: DictionaryImport) => void,
): Upload {
  const { api } = useApi();
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>({});
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  async function read(chosen: File, how: Reading) {
    running.current?.abort();
    const cancel = new AbortController();
    const { signal } = cancel;
    running.current = cancel;
    setFile(chosen);
    setReading(how);
    setError(undefined);
    setShare(0);
    try {
      // The server would break off the connection before it says so.
      if (chosen.size > FILE_LIMITS.bytes) throw tooLarge();
      const imported = await api("POST /dictionaries/{id}/imports", {
        id: dictionaryId,
        body: { file: chosen, ...how },
        signal,
        onUpload: (sent) => signal.aborted || setShare(sent),
      });
      if (!signal.aborted) onRead(imported);
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      if (running.current === cancel) setShare(undefined);
    }
  }

  return {
    file,
    reading,
    share,
    error,
    read,
    clear: () => {
      running.current?.abort();
      running.current = undefined;
      setFile(null);
      setReading({});
      setShare(undefined);
      setError(undefined);
    },
  };
}
