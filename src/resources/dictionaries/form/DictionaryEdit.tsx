import { useEffect, useEffectEvent, useRef } from "react";
import { useEditContext, useNavigate, useNotify } from "react-admin";
import { useFormState } from "react-hook-form";
import { Navigate } from "react-router";
import { dictionaryFields } from "../../../../domain/dictionaries/fields.ts";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { LoadingState } from "../../../components/display/LoadError.tsx";
import { DraftNotice, useStoredInput } from "../../../components/draft/DraftNotice.tsx";
import { type DraftHandle, useDraft } from "../../../components/draft/useDraft.ts";
import { EditPage } from "../../../components/form/EditPage.tsx";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import type { DictionaryRecord } from "../../records.ts";
import { dictionaryPath, type TabProps } from "../paths.ts";
import { useWorkspacesText } from "../WorkspaceNames.tsx";
import { DictionaryFields, dictionaryChanges, editErrors } from "./DictionaryForm.tsx";
import { RequestFoot } from "./EditRequests.tsx";
import { LockStateBanner } from "./LockStateBanner.tsx";
import { type Begin, endsLock, useAdmission, useBegin } from "./useBegin.ts";

const { workspaces, ...others } = dictionaryFields;
const FIELDS = { ...others, workspaceIds: workspaces };

/** The properties of a dictionary, under the lock, which is released when the form is left. */
export function DictionaryEdit({ dictionary, editLock }: TabProps) {
  const { dictionaryId: id } = dictionary;
  const notify = useNotify();
  const navigate = useNavigate();
  const { isAdmitted, isPending } = useAdmission();
  const words = dictionaryPath(id);
  const begin = useBegin(editLock, isAdmitted);
  const draft = useDraft("dictionaries", id);
  const describeValue = useDescribeValue();
  const release = useEffectEvent(() => void editLock.end());
  useEffect(() => () => release(), []);

  function end(message: string, type: "success" | "info") {
    notify(message, { type });
    navigate(words);
  }

  /** If the lock is lost, the page says so itself after it has checked the lock. */
  function checkLock(error: Error): boolean {
    if (!endsLock(error)) return false;
    editLock.check();
    return true;
  }

  // A user without the right to edit, for example with a shared link, sees the words.
  if (!isAdmitted && !isPending) return <Navigate to={words} replace />;
  return (
    <EditPage<DictionaryRecord>
      title={dictionaries.form.editTitle}
      decidesAccess
      ownsDraft
      partOf={words}
      saveLabel={dictionaries.form.saveAndEnd}
      canSave={editLock.lock.state === "mine"}
      validate={editErrors}
      transform={dictionaryChanges}
      onSuccess={() => {
        draft.end();
        end(app.form.saved, "success");
      }}
      onUnchanged={() => end(app.form.unchanged, "info")}
      onError={checkLock}
      fields={FIELDS}
      describeValue={describeValue}
    >
      <LockedFields dictionaryId={id} editLock={editLock} begin={begin} draft={draft} />
    </EditPage>
  );
}

/** Writes the workspaces of both versions by name, for the comparison after a stale save. */
function useDescribeValue() {
  const workspacesText = useWorkspacesText();
  return (field: string, value: unknown) =>
    field === "workspaceIds" && Array.isArray(value) ? workspacesText(value) : undefined;
}

interface LockedFieldsProps {
  dictionaryId: number;
  editLock: EditLockHandle;
  begin: Begin;
  draft: DraftHandle;
}

/** The fields, editable while this tab holds the lock. Without it, the input stays. */
function LockedFields({ dictionaryId, editLock, begin, draft }: LockedFieldsProps) {
  const { record, refetch } = useEditContext<DictionaryRecord>();
  const { dirtyFields } = useFormState();
  const input = useStoredInput(draft);
  const fields = useRef<HTMLDivElement>(null);
  const focusTo = useRef({
    focus: () => fields.current?.querySelector<HTMLElement>("input, textarea")?.focus(),
  });
  const { state } = editLock.lock;
  const isTouched = Object.keys(dirtyFields).length > 0;

  /** Starts from the current record, unless the form has input that would hide its changes. */
  async function beginAgain(ask: () => Promise<boolean>) {
    if ((await ask()) && !isTouched) await refetch();
  }

  if (state === "unknown" && begin.errorMessage === null) return <LoadingState />;
  return (
    <>
      <LockStateBanner
        editLock={editLock}
        focusTo={focusTo}
        errorMessage={begin.errorMessage}
        input={isTouched ? input.keeping : "none"}
        onBegin={() => void beginAgain(begin.begin)}
        onTakeOver={() => void beginAgain(begin.takeOver)}
      />
      <DraftNotice input={input} isEditing={state === "mine"} />
      <div ref={fields}>
        <FormSection title={dictionaries.form.editTitle}>
          <Facts>
            <Fact source="category">{record?.category}</Fact>
          </Facts>
          <DictionaryFields readOnly={state !== "mine"} />
        </FormSection>
      </div>
      <RequestFoot
        dictionaryId={dictionaryId}
        savesFirst="form"
        editLock={editLock}
        focusTo={focusTo}
      />
    </>
  );
}
