import { useEffect, useEffectEvent, useState } from "react";
import { type Identifier, useDataProvider } from "react-admin";
import type { FileKey } from "../../providers/api.ts";
import type { ConsoleDataProvider } from "../../providers/dataProvider.ts";
import type { Progress } from "../../providers/download.ts";
import { messageFor } from "../../providers/errorMessage.ts";
import type { Selection } from "../../providers/listQuery.ts";
import { saveFile } from "./saveFile.ts";

/** Which rows the file has; `total` is how many of them the screen knows of. */
export interface CsvSelection {
  endpoint: FileKey;
  id?: Identifier;
  shown: Selection;
  total: number;
}

export interface CsvProgress {
  progress: Progress;
  /** A finished sentence. */
  errorMessage: string | undefined;
  retry: () => void;
}

/** Runs while the component is mounted; unmounting cancels it. */
export function useCsvDownload(
  { endpoint, id, shown, total: expected }: CsvSelection,
  onSaved: (count: number) => void,
): CsvProgress {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState<Progress>({ done: 0, total: expected });
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const {
        data: { file, name, count },
      } = await dataProvider.download(endpoint, {
        ...shown,
        id,
        signal,
        onProgress: setProgress,
      });
      // After a 401 react-admin signs out and gives no file.
      if (signal.aborted || !file || !name || count === undefined) return;
      saveFile(file, name);
      onSaved(count);
    } catch (error) {
      if (!signal.aborted) setErrorMessage(messageFor(error));
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt begins anew
  useEffect(() => {
    const cancel = new AbortController();
    void run(cancel.signal);
    return () => cancel.abort();
  }, [attempt]);

  function retry() {
    setErrorMessage(undefined);
    setProgress({ done: 0, total: expected });
    setAttempt(attempt + 1);
  }

  return { progress, errorMessage, retry };
}
