import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { isMissing } from "../../providers/problems/answerStatus.ts";
import { LoadError, LoadingState } from "../display/LoadError.tsx";

interface ShownOptions<Import> {
  /** The key of the reads, before the id. */
  key: readonly unknown[];
  idOf: (imported: Import) => number;
  read: (id: number, signal: AbortSignal) => Promise<Import>;
  /** So long until an import is read again, because something of it is under way. */
  readsAgainAfter?: ((imported: Import) => number | false) | undefined;
}

const PARAMETER = "import";

/** The import that the address names, so that a reload shows it again. */
export function useShownImport<Import>({ key, idOf, read, readsAgainAfter }: ShownOptions<Import>) {
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const importId = Number(parameters.get(PARAMETER));
  const { data, error, refetch } = useQuery({
    queryKey: [...key, importId],
    queryFn: ({ signal }) => read(importId, signal),
    enabled: importId > 0,
    refetchInterval: ({ state }) =>
      (state.data !== undefined && readsAgainAfter?.(state.data)) || false,
  });
  const put = (imported: Import) => queryClient.setQueryData([...key, idOf(imported)], imported);
  return {
    importId,
    imported: importId > 0 ? data : undefined,
    error,
    refetch,
    put,
    show(imported: Import | null) {
      if (imported) put(imported);
      const named = imported ? { [PARAMETER]: String(idOf(imported)) } : {};
      setParameters(named, { replace: true });
    },
  };
}

/** While the import that the address names is not here: that it is being read, or why it cannot be. */
export function MissingImport({
  shown: { importId, imported, error },
}: {
  shown: { importId: number; imported: unknown; error: unknown };
}) {
  if (imported || importId === 0) return null;
  if (!error) return <LoadingState />;
  return isMissing(error) ? <Forgotten /> : <LoadError error={error} />;
}

/** What was read of a file is not there any more. */
export function Forgotten() {
  return (
    <p role="status" className="boxed toned strong" data-tone="warning">
      {fileImports.file.missing}
    </p>
  );
}
