import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { CheckedFile, StoredFile } from "../../../domain/imports/schemas.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { readsOf } from "../../providers/data/reads.ts";
import { DetailPage } from "../display/DetailPage.tsx";
import { LoadingState } from "../display/LoadError.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import { useFocusAfterDialog } from "../focus/useFocusAfterDialog.ts";
import { LeaveGuard } from "../form/UnsavedGuard.tsx";
import type { Back } from "../trail/trail.ts";
import { type FileUpload, useFileUpload } from "../upload/useFileUpload.ts";
import { type FileKind, ImportFile } from "./ImportFile.tsx";
import { Forgotten, ReadProblem } from "./ReadProblem.tsx";
import { useShownImport } from "./useShownImport.ts";

type Sending = Parameters<Parameters<FileUpload<unknown>["read"]>[1]>[0];

/** So long a check may take that follows a refusal. */
const AGAIN_MS = 60_000;

/** How a kind of imports is read and written. */
export interface ImportSource<Check, Import> {
  resource: string;
  idOf: (imported: Import) => number;
  check: (file: File, sending: Sending) => Promise<Check>;
  read: (id: number, signal: AbortSignal) => Promise<Import>;
  /** So long until an import is read again, because something of it is under way. */
  readsAgainAfter?: (imported: Import) => number | false;
}

/** A file, and what importing it would do. Only this page of the browser knows it. */
interface Checked<Check> {
  file: File;
  check: Check;
}

/** What the parts of the page do. */
export interface ImportSteps<Import> {
  isNew: boolean;
  committing: boolean;
  clear: () => void;
  done: (committed: Import) => void;
  /** Checks the file again, because others have changed what it is compared with. */
  checkAgain: () => Promise<void>;
  refetch: () => Promise<unknown>;
  setCommitting: (running: boolean) => void;
}

interface ImportPageProps<
  Check extends CheckedFile,
  Import extends Summary,
  Summary extends StoredFile,
> {
  title: string;
  back: Back;
  source: ImportSource<Check, Import>;
  kind: FileKind;
  dryRun: (checked: Checked<Check>, steps: ImportSteps<Import>) => ReactNode;
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
export function ImportPage<
  Check extends CheckedFile,
  Import extends Summary,
  Summary extends StoredFile,
>(props: ImportPageProps<Check, Import, Summary>) {
  const { source, dryRun, result, history, revertDialog } = props;
  const { resource, idOf } = source;
  const queryClient = useQueryClient();
  const shown = useShownImport({ ...source, key: [resource, "shown"] });
  const { importId, imported, refetch } = shown;
  const shownCheck = useShownCheck<Check>(resource);
  const { checked } = shownCheck;
  /** What was read or carried out just now: a digest or an id. */
  const [newOne, setNewOne] = useState<string | number>();
  const [committing, setCommitting] = useState(false);
  const [reverting, setReverting] = useState<Summary | null>(null);
  const [cleared, setCleared] = useState(0);
  const historyPart = useRef<HTMLDivElement>(null);
  useFocusAfterDialog(reverting !== null, historyPart);
  const upload = useFileUpload<Checked<Check>>((read) => {
    setNewOne(read.check.digest);
    shownCheck.show(read);
  });

  async function check(file: File, sending: Sending) {
    return { file, check: await source.check(file, sending) };
  }

  function read(file: File) {
    shown.show(null);
    void upload.read(file, (sending) => check(file, sending));
  }

  async function checkAgain() {
    if (!checked) return;
    // If this fails, the import is refused again.
    const signal = AbortSignal.timeout(AGAIN_MS);
    const again = await check(checked.file, { signal, onUpload: () => {} }).catch(() => null);
    if (again) shownCheck.replace(checked, again);
  }

  function clear() {
    upload.clear();
    shown.show(null);
    setCleared((times) => times + 1);
  }

  function done(committed: Import) {
    upload.clear();
    setNewOne(idOf(committed));
    shown.show(committed);
    void queryClient.invalidateQueries(readsOf(resource));
  }

  const steps = { committing, clear, done, checkAgain, refetch, setCommitting };
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
      {shownCheck.isForgotten ? <Forgotten /> : null}
      {shown.error && !imported ? <ReadProblem error={shown.error} /> : null}
      {importId > 0 && !imported && !shown.error ? <LoadingState /> : null}
      {checked ? dryRun(checked, { ...steps, isNew: checked.check.digest === newOne }) : null}
      {imported ? result(imported, { ...steps, isNew: importId === newOne }, setReverting) : null}
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

const CHECK = "check";

/** Where the page of a kind of imports looks for the check that its address speaks of. */
export const checkKey = (resource: string) => [resource, "check"];

/** The check that the address speaks of, which a reload forgets. */
function useShownCheck<Check>(resource: string) {
  const queryClient = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const isNamed = parameters.has(CHECK);
  const { data } = useQuery<Checked<Check>>({
    queryKey: checkKey(resource),
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    checked: isNamed ? data : undefined,
    isForgotten: isNamed && !data,
    /** Leaves another file that was chosen meanwhile. */
    replace(before: Checked<Check>, again: Checked<Check>) {
      queryClient.setQueryData<Checked<Check>>(checkKey(resource), (shown) =>
        shown?.file === before.file ? again : shown,
      );
    },
    show(read: Checked<Check>) {
      queryClient.setQueryData(checkKey(resource), read);
      setParameters({ [CHECK]: "" }, { replace: true });
    },
  };
}
