import { useEffect, useRef, useState } from "react";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { app } from "../../i18n/ja/app.ts";
import type { FileKey } from "../../providers/data/api.ts";
import type { Selection } from "../../providers/data/listQuery.ts";
import { useApi } from "../../providers/data/useApi.ts";
import type { PathIds } from "../../providers/dataProvider.ts";
import type { Progress } from "../../providers/http/download.ts";
import { ProgressBar } from "../display/ProgressBar.tsx";

interface DownloadProgressProps {
  progress: Progress;
  label: string;
}

export function DownloadProgress({ progress: { done, total }, label }: DownloadProgressProps) {
  return (
    <ProgressBar
      label={label}
      text={app.csv.running(formatNumber(done), formatNumber(total))}
      value={done}
      max={Math.max(1, total)}
    />
  );
}

/** Which rows the file has; `total` is how many of them the screen knows of. */
export interface FileSelection extends PathIds {
  endpoint: FileKey;
  shown: Selection;
  total: number;
}

export interface Download {
  /** Of the file that is being downloaded; undefined before the first. */
  progress: Progress | undefined;
  /** What stopped the download. */
  error: unknown;
  start: (file: FileSelection) => Promise<void>;
}

/** Downloads and saves one file at a time; unmounting cancels it. */
export function useDownload(onSaved: (count: number) => void): Download {
  const { download } = useApi();
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  async function start({ endpoint, shown, total, ...ids }: FileSelection) {
    const cancel = new AbortController();
    const { signal } = cancel;
    running.current = cancel;
    setError(undefined);
    setProgress({ done: 0, total });
    try {
      const {
        data: { file, name, count },
      } = await download(endpoint, { ...shown, ...ids, signal, onProgress: setProgress });
      // After a 401 react-admin signs out and gives no file.
      if (signal.aborted || !file || !name || count === undefined) return;
      saveFile(file, name);
      onSaved(count);
    } catch (reason) {
      if (!signal.aborted) setError(reason);
    }
  }

  return { progress, error, start };
}

/** Saves bytes as a file, as a download does. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The URL must exist until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
