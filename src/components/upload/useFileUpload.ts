import { useEffect, useRef, useState } from "react";
import { HttpError } from "react-admin";
import { FILE_LIMITS } from "../../../domain/files/formats.ts";
import { fileSentences } from "../../../domain/files/sentences.ts";

interface Sending {
  signal: AbortSignal;
  onUpload: (sent: number) => void;
}

export interface FileUpload<Answer> {
  file: File | null;
  /** Of the file that is being sent, between 0 and 1; undefined if none is. */
  share: number | undefined;
  error: unknown;
  read(file: File, send: (sending: Sending) => Promise<Answer>): Promise<void>;
  /** Forgets the file; a running upload is cancelled. */
  clear(): void;
}

/** Sends one file at a time; leaving the page cancels it. */
export function useFileUpload<Answer>(onRead: (answer: Answer) => void): FileUpload<Answer> {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function read(chosen: File, send: (sending: Sending) => Promise<Answer>) {
    running.current?.abort();
    const cancel = new AbortController();
    const { signal } = cancel;
    running.current = cancel;
    setFile(chosen);
    setError(undefined);
    setShare(0);
    try {
      // The server would break off the connection before it says so.
      if (chosen.size > FILE_LIMITS.bytes) {
        const message = fileSentences.TOO_LARGE;
        throw new HttpError(message, 431, { message });
      }
      const answer = await send({ signal, onUpload: (sent) => signal.aborted || setShare(sent) });
      if (!signal.aborted) onRead(answer);
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    } finally {
      if (running.current === cancel) setShare(undefined);
    }
  }

  function clear() {
    running.current?.abort();
    running.current = undefined;
    setFile(null);
    setShare(undefined);
    setError(undefined);
  }

  return { file, share, error, read, clear };
}
