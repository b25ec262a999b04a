import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useSearchParams } from "react-router";
import type { DictionaryImport } from "../../../../domain/imports.ts";
import { useApi } from "../../../providers/useApi.ts";

const PARAMETER = "import";

/** The import that the address names, so that a reload shows it again. */
export function useShownImport(dictionaryId: number) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const importId = Number(parameters.get(PARAMETER));
  const keyOf = useCallback(
    (shownId: number) => ["dictionaries", "import", dictionaryId, shownId],
    [dictionaryId],
  );
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(importId),
    queryFn: ({ signal }) =>
      api("GET /dictionaries/{id}/imports/{importId}", { id: dictionaryId, importId, signal }),
    enabled: importId > 0,
  });

  const put = useCallback(
    (imported: DictionaryImport) => queryClient.setQueryData(keyOf(imported.importId), imported),
    [queryClient, keyOf],
  );
  const show = useCallback(
    (imported: DictionaryImport | null) => {
      if (imported) put(imported);
      const named = imported ? { [PARAMETER]: String(imported.importId) } : {};
      setParameters(named, { replace: true });
    },
    [put, setParameters],
  );
  return { importId, imported: importId > 0 ? data : undefined, error, refetch, put, show };
}
