import { useEffect, useEffectEvent, useState } from "react";
import { type GetListParams, useDataProvider, useTranslate } from "react-admin";
import { tokyoDate } from "../../../../domain/dates.ts";
import { messageFor } from "../../../providers/errorMessage.ts";
import type { ContractRecord } from "../contractRecord.ts";
import { exportContracts, type Progress } from "./exportContracts.ts";
import { saveFile } from "./saveFile.ts";

export interface CsvDownload {
  progress: Progress;
  /** A finished sentence. */
  errorMessage: string | undefined;
  retry: () => void;
}

/** Runs while the component is mounted; unmounting cancels it. */
export function useCsvDownload(
  shown: Pick<GetListParams, "filter" | "sort">,
  expected: number,
  onSaved: (count: number) => void,
): CsvDownload {
  const dataProvider = useDataProvider();
  const translate = useTranslate();
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState<Progress>({ done: 0, total: expected });
  const [errorMessage, setErrorMessage] = useState<string>();

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const { file, count } = await exportContracts({
        fetchPage: (params) => dataProvider.getList<ContractRecord>("contracts", params),
        shown,
        text: (key) => translate(`resources.contracts.${key}`),
        signal,
        onProgress: setProgress,
      });
      const date = tokyoDate(new Date()).replaceAll("-", "");
      saveFile(file, translate("resources.contracts.csv.fileName", { date }));
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
