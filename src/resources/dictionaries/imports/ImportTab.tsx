import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LinkBase } from "react-admin";
import { Navigate } from "react-router";
import type { DictionaryImport, ImportSummary } from "../../../../domain/imports/schemas.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadingState } from "../../../components/display/LoadError.tsx";
import type { FocusTarget } from "../../../components/focus/useFocusAfterRemoval.ts";
import { LeaveGuard } from "../../../components/form/UnsavedGuard.tsx";
import {
  countsText,
  historyColumns,
  ImportOutcome,
} from "../../../components/imports/ImportOutcome.tsx";
import { MissingImport, useShownImport } from "../../../components/imports/ShownImport.tsx";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { importPages } from "../../../i18n/ja/importPages.ts";
import { preview } from "../../../i18n/ja/resources/preview.ts";
import { readsOf } from "../../../providers/data/reads.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import { RequestFoot } from "../form/EditRequests.tsx";
import { LockStateBanner } from "../form/LockStateBanner.tsx";
import { useAdmission, useBegin } from "../form/useBegin.ts";
import { dictionaryPath, learnPath, type TabProps } from "../paths.ts";
import { Commit } from "./Commit.tsx";
import { DryRun } from "./DryRun.tsx";
import { FileSection, type Reading, useUpload } from "./FileSection.tsx";

/** 追加 12件・上書き 3件 */
const countsOf = ({ result }: Pick<ImportSummary, "result">) =>
  result ? countsText(importPages.result, result) : "";

const columns = historyColumns<ImportSummary>(countsOf, [
  {
    source: "mode",
    label: importPages.fields.mode,
    width: 130,
    render: ({ mode }) => mode && importPages.modes[mode],
  },
]);

/** Brings a file into a dictionary, and undoes it. */
export function ImportTab(props: TabProps) {
  const { isAdmitted, isPending } = useAdmission();
  if (isPending) return <LoadingState />;
  if (isAdmitted) return <ImportScreen {...props} />;
  return <Navigate to={dictionaryPath(props.dictionary.dictionaryId)} replace />;
}

const RevertDialog = lazyDialog(async () => (await import("./RevertDialog.tsx")).RevertDialog);

function ImportScreen({ dictionary: { dictionaryId }, editLock }: TabProps) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const shown = useShownImport<DictionaryImport>({
    key: ["dictionaries", "import", dictionaryId],
    idOf: ({ importId }) => importId,
    read: (shownId, signal) =>
      api("GET /dictionaries/{id}/imports/{importId}", {
        id: dictionaryId,
        importId: shownId,
        signal,
      }),
  });
  const { importId, imported } = shown;
  const [newId, setNewId] = useState<number>();
  const [committing, setCommitting] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const upload = useUpload(dictionaryId, (read) => {
    setNewId(read.importId);
    shown.show(read);
  });
  const dryRun = imported && !imported.committedAt ? imported : undefined;
  const [cleared, setCleared] = useState(0);
  const sending = upload.share !== undefined;

  function read(file: File, reading: Reading) {
    // What another reading said is of no use any more; the server deletes it.
    shown.show(null);
    void upload.read(file, reading);
  }

  function cancel() {
    upload.clear();
    shown.show(null);
    setCleared((times) => times + 1);
    if (!dryRun) return;
    void editLock.end();
    // If this fails, the server deletes the dry run by itself later.
    api("DELETE /dictionaries/{id}/imports/{importId}", { id: dictionaryId, importId }).catch(
      () => {},
    );
  }

  async function done(committed: DictionaryImport) {
    setNewId(committed.importId);
    shown.put(committed);
    await queryClient.invalidateQueries(readsOf("dictionaries"));
  }

  async function doubt() {
    const { data: found } = await shown.refetch();
    return Boolean(found?.committedAt);
  }

  // Also a commit whose answer was lost, which is known by reading it.
  const isCommitted = Boolean(imported?.committedAt);
  const end = useEffectEvent(() => {
    upload.clear();
    void editLock.end();
  });
  useEffect(() => {
    if (isCommitted) end();
  }, [isCommitted]);

  async function tried(reverted: ImportSummary | undefined) {
    if (!dryRun) await editLock.end();
    if (reverted) await queryClient.invalidateQueries(readsOf("dictionaries"));
  }

  return (
    <DetailPage>
      <ImportLock editLock={editLock} needed={dryRun !== undefined} focusTo={page} />
      <div ref={page} tabIndex={-1}>
        <FileSection
          upload={upload}
          dryRun={dryRun}
          disabled={committing}
          cleared={cleared}
          onRead={read}
          onClear={cancel}
        />
      </div>
      <MissingImport shown={shown} />
      {dryRun ? (
        <DryRun
          key={importId}
          dryRun={dryRun}
          isNew={importId === newId}
          hasFile={upload.file !== null}
          disabled={committing}
          onCancel={cancel}
          onChanged={shown.put}
        >
          <Commit
            dryRun={dryRun}
            editLock={editLock}
            onDone={done}
            onDoubt={doubt}
            onRunning={setCommitting}
          />
        </DryRun>
      ) : null}
      <ImportOutcome<ImportSummary>
        imported={isCommitted ? imported : undefined}
        result={imported ? doneText(imported) : ""}
        list={dictionaryPath(dictionaryId)}
        listLabel={importPages.result.entries}
        isNew={importId === newId}
        onNext={cancel}
        resource={`dictionaries/${dictionaryId}/imports`}
        idField="importId"
        columns={columns}
        revertDialog={(reverting, onClose) => (
          <RevertDialog
            imported={reverting}
            editLock={editLock}
            onTried={tried}
            onClose={onClose}
          />
        )}
      >
        {importId === 0 ? (
          <Button component={LinkBase} to={learnPath(dictionaryId)} sx={{ justifySelf: "start" }}>
            {preview.learn}
          </Button>
        ) : null}
      </ImportOutcome>
      <RequestFoot dictionaryId={dictionaryId} editLock={editLock} focusTo={page} />
      <LeaveGuard unsaved={sending || committing} texts={importPages.leave} />
    </DetailPage>
  );
}

/** すべて置き換え：追加 12件・削除 3件 */
function doneText({ mode, result }: ImportSummary): string {
  return mode && result ? `${importPages.modes[mode]}：${countsOf({ result })}` : "";
}

interface ImportLockProps {
  editLock: EditLockHandle;
  /** A dry run is shown, which only the holder of the lock can write. */
  needed: boolean;
  focusTo: FocusTarget;
}

/** Acquires the lock for a dry run, and says why there is none. */
function ImportLock({ editLock, needed, focusTo }: ImportLockProps) {
  const begin = useBegin(editLock, needed);
  const { state } = editLock.lock;
  if (!needed && state !== "held" && state !== "mine") return null;
  return (
    <LockStateBanner
      editLock={editLock}
      focusTo={focusTo}
      errorMessage={begin.errorMessage}
      input="none"
      onBegin={() => void begin.begin()}
      onTakeOver={() => void begin.takeOver()}
    />
  );
}
