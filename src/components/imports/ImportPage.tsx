import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { KeptFile } from "../../../domain/imports/schemas.ts";
import { fileImports } from "../../i18n/ja/fileImports.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { readsOf } from "../../providers/data/readsOf.ts";
import { isGone } from "../../providers/problems/answerStatus.ts";
import { DetailPage } from "../display/DetailPage.tsx";
import { LoadError } from "../display/LoadError.tsx";
import { LoadingState } from "../display/LoadingState.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import { useFocusAfterDialog } from "../focus/useFocusAfterDialog.ts";
import { LeaveGuard } from "../form/UnsavedGuard.tsx";
import type { Back } from "../trail/trail.ts";
import styles from "../upload/fileImport.module.css";
import { type FileUpload, useFileUpload } from "../upload/useFileUpload.ts";
import { type FileKind, ImportFile } from "./ImportFile.tsx";

type Sending = Parameters<Parameters<FileUpload<unknown>["read"]>[1]>[0];

/** How a kind of imports is read and written. */
export interface ImportSource<Import> {
  /** The resource of the imports. */
  resource: string;
  idOf: (imported: Import) => number;
  read: (id: number, signal: AbortSignal) => Promise<Import>;
  send: (file: File, sending: Sending) => Promise<Import>;
  cancel: (id: number) => Promise<unknown>;
  /** So long until a committed import is read again, because something of it is under way. */
  readsAgainAfter?: (imported: Import) => number | false;
}

/** What the parts of the page do. */
interface ImportSteps<Import> {
  isNew: boolean;
  committing: boolean;
  clear: () => void;
  done: (committed: Import) => void;
  refetch: () => Promise<unknown>;
  setCommitting: (running: boolean) => void;
}

interface ImportPageProps<Import extends Summary, Summary extends KeptFile> {
  title: string;
  back: Back;
  source: ImportSource<Import>;
  kind: FileKind;
  /** Of an import that is not carried out. */
  dryRun: (imported: Import, steps: ImportSteps<Import>) => ReactNode;
  result: (
    imported: Import,
    steps: ImportSteps<Import>,
    revert: (one: Summary) => void,
  ) => ReactNode;
  history: (revert: (imported: Summary) => void) => ReactNode;
  revertDialog: (
    imported: Summary,
    events: { onReverted: () => Promise<unknown>; onClose: () => void },
  ) => ReactNode;
}

/** A page that takes a file, shows what it would do, carries it out, and undoes it. */
export function ImportPage<Import extends Summary, Summary extends KeptFile>(
  props: ImportPageProps<Import, Summary>,
) {
  const { source, dryRun, result, history, revertDialog } = props;
  const { resource, idOf } = source;
  const queryClient = useQueryClient();
  const shown = useShownImport(source);
  const { importId, imported } = shown;
  const [newId, setNewId] = useState<number>();
  const [committing, setCommitting] = useState(false);
  const [reverting, setReverting] = useState<Summary | null>(null);
  const [cleared, setCleared] = useState(0);
  const historyPart = useRef<HTMLDivElement>(null);
  useFocusAfterDialog(reverting !== null, historyPart);
  const upload = useFileUpload<Import>((read) => {
    setNewId(idOf(read));
    shown.show(read);
  });
  const isOpen = imported !== undefined && imported.committedAt === null;

  function read(file: File) {
    shown.show(null);
    void upload.read(file, (sending) => source.send(file, sending));
  }

  function clear() {
    upload.clear();
    shown.show(null);
    setCleared((times) => times + 1);
    // If this fails, the server deletes the dry run by itself later.
    if (isOpen) source.cancel(importId).catch(() => {});
  }

  function done(committed: Import) {
    upload.clear();
    setNewId(idOf(committed));
    shown.put(committed);
    void queryClient.invalidateQueries(readsOf(resource));
  }

  const { refetch } = shown;
  const isNew = importId === newId;
  const steps = { isNew, committing, clear, done, refetch, setCommitting };
  return (
    <DetailPage>
      <PageTitle title={props.title} back={props.back} />
      <ImportFile
        kind={props.kind}
        upload={upload}
        disabled={committing}
        cleared={cleared}
        onRead={read}
        onClear={clear}
      />
      {shown.error && !imported ? <ReadProblem error={shown.error} /> : null}
      {importId > 0 && !imported && !shown.error ? <LoadingState /> : null}
      {isOpen ? dryRun(imported, steps) : null}
      {imported?.committedAt ? result(imported, steps, setReverting) : null}
      <div ref={historyPart} tabIndex={-1}>
        {history(setReverting)}
      </div>
      {reverting ? (
        <Suspense>
          {revertDialog(reverting, {
            onReverted: () => queryClient.invalidateQueries(readsOf(resource)),
            onClose: () => setReverting(null),
          })}
        </Suspense>
      ) : null}
      <LeaveGuard unsaved={upload.share !== undefined || committing} texts={importPages.leave} />
    </DetailPage>
  );
}

function ReadProblem({ error }: { error: unknown }) {
  if (!isGone(error)) return <LoadError error={error} />;
  return (
    <p role="status" className={styles.warning}>
      {fileImports.file.gone}
    </p>
  );
}

const PARAMETER = "import";

/** The import that the address names, so that a reload shows it again. */
function useShownImport<Import>(source: ImportSource<Import>) {
  const { resource, idOf, read, readsAgainAfter } = source;
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const importId = Number(parameters.get(PARAMETER));
  const { data, error, refetch } = useQuery({
    queryKey: [resource, "shown", importId],
    queryFn: ({ signal }) => read(importId, signal),
    enabled: importId > 0,
    refetchInterval: ({ state }) =>
      (state.data !== undefined && readsAgainAfter?.(state.data)) || false,
  });
  const put = useCallback(
    (imported: Import) => queryClient.setQueryData([resource, "shown", idOf(imported)], imported),
    [queryClient, resource, idOf],
  );
  const show = useCallback(
    (imported: Import | null) => {
      if (imported) put(imported);
      const named = imported ? { [PARAMETER]: String(idOf(imported)) } : {};
      setParameters(named, { replace: true });
    },
    [put, idOf, setParameters],
  );
  const imported = importId > 0 ? data : undefined;
  return { importId, imported, error, refetch, put, show };
}
