import { useCreatePath, useGetRecordId, useNotify, useRedirect } from "react-admin";
import { Navigate } from "react-router";
import { useDraft } from "../../../components/draft/useDraft.ts";
import { EditPage } from "../../../components/form/EditPage.tsx";
import { useEditLock } from "../../../providers/live/useEditLock.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { endsLock } from "../refusal.ts";
import { useAdmission } from "../useAdmission.ts";
import { dictionaryChanges, editErrors } from "./dictionaryValues.ts";
import { LockedFields } from "./LockedFields.tsx";
import { useBegin } from "./useBegin.ts";

/** /dictionaries/{id}, under the lock, which is released when the page is left. */
export function DictionaryEdit() {
  const id = useGetRecordId();
  const createPath = useCreatePath();
  const notify = useNotify();
  const redirect = useRedirect();
  const { isAdmitted, isPending } = useAdmission();
  const showPage = createPath({ resource: "dictionaries", type: "show", id });
  const editLock = useEditLock("dictionaries", id);
  const begin = useBegin(editLock, isAdmitted);
  const draft = useDraft("dictionaries", id);

  function end(message: string, type: "success" | "info") {
    notify(message, { type });
    redirect("show", "dictionaries", id);
  }

  /** If the lock is lost, the page says so itself after it has checked the lock. */
  function checkLock(error: Error): boolean {
    if (!endsLock(error)) return false;
    editLock.check();
    return true;
  }

  // A user without the right to edit, for example with a shared link, sees the detail page.
  if (!isAdmitted && !isPending) return <Navigate to={showPage} replace />;
  return (
    <EditPage<DictionaryRecord>
      title="resources.dictionaries.form.editTitle"
      decidesAccess
      ownsDraft
      back={{
        to: showPage,
        name: "resources.dictionaries.form.detail",
      }}
      saveLabel="resources.dictionaries.form.saveAndEnd"
      canSave={editLock.lock.state === "mine"}
      validate={editErrors}
      transform={dictionaryChanges}
      onSuccess={() => {
        draft.end();
        end("resources.dictionaries.notifications.updated", "success");
      }}
      onUnchanged={() => end("app.form.unchanged", "info")}
      onError={checkLock}
    >
      <LockedFields editLock={editLock} begin={begin} draft={draft} />
    </EditPage>
  );
}
