import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { CheckedFile, StoredFile } from "../../../domain/imports/schemas.ts";
import { importPages } from "../../i18n/ja/importPages.ts";
import { readsOf } from "../../providers/data/reads.ts";
import { useApi } from "../../providers/data/useApi.ts";
import type { ConsoleApi } from "../../providers/dataProvider.ts";
import { isDecided } from "../../providers/problems/answerStatus.ts";
import type { Outcome } from "../../writes/useSubmit.ts";
import { DetailPage } from "../display/DetailPage.tsx";
import { PageTitle } from "../display/PageTitle.tsx";
import { LeaveGuard } from "../form/UnsavedGuard.tsx";
import type { Back } from "../trail/trail.ts";
import { type FileUpload, useFileUpload } from "../upload/useFileUpload.ts";
import { type FileKind, ImportFile } from "./ImportFile.tsx";
import { historyColumns, ImportOutcome } from "./ImportOutcome.tsx";
import type { RevertDialogProps } from "./ImportRevertDialog.tsx";
import { Forgotten, MissingImport, useShownImport } from "./ShownImport.tsx";

type Sending = Parameters<Parameters<FileUpload<unknown>["read"]>[1]>[0];

/** So long a check may take that follows a refusal. */
const AGAIN_MS = 60_000;

type Api = ConsoleApi["api"];

/** A kind of imports: how they are read and what they are called. Declare it at module scope. */
export interface ImportSource<Check, Import extends Summary, Summary> {
  resource: string;
  /** The field of the id. */
  idField: keyof Summary & string;
  check: (api: Api, file: File, sending: Sending) => Promise<Check>;
  read: (api: Api, id: number, signal: AbortSignal) => Promise<Import>;
  /** So long until an import is read again, because something of it is under way. */
  readsAgainAfter?: (imported: Import) => number | false;
  /** What an import did, or what undoing it did. */
  resultText: (imported: Summary) => string;
  RevertDialog: ComponentType<RevertDialogProps<Summary>>;
}

/** A file, and what importing it would do. Only this page of the browser knows it. */
interface Checked<Check> {
  file: File;
  check: Check;
}

/** What a dry run and its commit do on the page. */
export interface ImportSteps<Import> {
  isNew: boolean;
  committing: boolean;
  clear: () => void;
  /** Shows what has become of a commit. */
  carryOut: (sent: Promise<Outcome<Import>>) => Promise<void>;
}

interface ImportPageProps<
  Check extends CheckedFile,
  Import extends Summary,
  Summary extends StoredFile,
> {
  title: string;
  /** The list of the records. */
  back: Back;
  source: ImportSource<Check, Import, Summary>;
  kind: FileKind;
  dryRun: (checked: Checked<Check>, steps: ImportSteps<Import>) => ReactNode;
  /** What the result says besides. */
  details?: (imported: Import, refetch: () => Promise<unknown>) => ReactNode;
}

/** A page that takes a file, shows what it would do, carries it out, and undoes it. */
export function ImportPage<
  Check extends CheckedFile,
  Import extends Summary,
  Summary extends StoredFile,
>(props: ImportPageProps<Check, Import, Summary>) {
  const { source, back, dryRun, details } = props;
  const { resource, idField, resultText, readsAgainAfter, RevertDialog } = source;
  const { api } = useApi();
  const queryClient = useQueryClient();
  const idOf = (imported: Summary) => Number(imported[idField]);
  const shown = useShownImport<Import>({
    key: [resource, "shown"],
    idOf,
    read: (id, signal) => source.read(api, id, signal),
    readsAgainAfter,
  });
  const { importId, imported } = shown;
  const shownCheck = useShownCheck<Check>(resource);
  const { checked } = shownCheck;
  const columns = useMemo(() => historyColumns(resultText), [resultText]);
  /** What was read or carried out just now: a digest or an id. */
  const [newOne, setNewOne] = useState<string | number>();
  const [committing, setCommitting] = useState(false);
  const [cleared, setCleared] = useState(0);
  const upload = useFileUpload<Checked<Check>>((read) => {
    setNewOne(read.check.digest);
    shownCheck.show(read);
  });

  async function check(file: File, sending: Sending) {
    return { file, check: await source.check(api, file, sending) };
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

  async function carryOut(sent: Promise<Outcome<Import>>) {
    setCommitting(true);
    const { result, problem } = await sent;
    setCommitting(false);
    if (result) {
      upload.clear();
      setNewOne(idOf(result));
      shown.show(result);
      void queryClient.invalidateQueries(readsOf(resource));
    }
    // Otherwise it may have been carried out: the same request tells.
    else if (isDecided(problem?.error)) await checkAgain();
  }

  return (
    <DetailPage>
      <PageTitle title={props.title} back={back} />
      <ImportFile
        kind={props.kind}
        upload={upload}
        disabled={committing}
        cleared={cleared}
        onRead={read}
        onClear={clear}
      />
      {shownCheck.isForgotten ? <Forgotten /> : null}
      <MissingImport shown={shown} />
      {checked
        ? dryRun(checked, {
            isNew: checked.check.digest === newOne,
            ...{ committing, clear, carryOut },
          })
        : null}
      <ImportOutcome<Summary>
        imported={imported}
        result={imported ? resultText(imported) : ""}
        list={back.to}
        isNew={importId === newOne}
        onNext={clear}
        details={imported && details?.(imported, shown.refetch)}
        resource={resource}
        idField={idField}
        columns={columns}
        revertDialog={(reverting, onClose) => (
          <RevertDialog
            imported={reverting}
            onReverted={() => queryClient.invalidateQueries(readsOf(resource))}
            onClose={onClose}
          />
        )}
      />
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
