import { useEditContext } from "react-admin";
import { useFormState } from "react-hook-form";
import { Fact, Facts } from "../../../components/display/Facts.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { DraftNotice } from "../../../components/draft/DraftNotice.tsx";
import type { DraftHandle } from "../../../components/draft/useDraft.ts";
import { useKeptInput } from "../../../components/draft/useKeptInput.ts";
import { FormSection } from "../../../components/form/FormLayout.tsx";
import type { EditLockHandle } from "../../../providers/live/useEditLock.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { DictionaryFields } from "./DictionaryFields.tsx";
import { LockStateBanner } from "./LockStateBanner.tsx";
import type { Begin } from "./useBegin.ts";

interface LockedFieldsProps {
  editLock: EditLockHandle;
  begin: Begin;
  draft: DraftHandle;
}

/** The fields, editable while this tab holds the lock. Without it, the input stays. */
export function LockedFields({ editLock, begin, draft }: LockedFieldsProps) {
  const { record, refetch } = useEditContext<DictionaryRecord>();
  const { dirtyFields } = useFormState();
  const input = useKeptInput(draft);
  const { state } = editLock.lock;
  const isTouched = Object.keys(dirtyFields).length > 0;

  /** Starts from the current record, unless the form has input that would hide its changes. */
  async function beginAnew(ask: () => Promise<boolean>) {
    if ((await ask()) && !isTouched) await refetch();
  }

  if (state === "unknown" && begin.errorMessage === null) return <LoadingState />;
  return (
    <>
      <LockStateBanner
        editLock={editLock}
        errorMessage={begin.errorMessage}
        input={isTouched ? input.keeping : "none"}
        onBegin={() => void beginAnew(begin.begin)}
        onTakeOver={() => void beginAnew(begin.takeOver)}
      />
      <DraftNotice input={input} isEditing={state === "mine"} />
      <FormSection title="resources.dictionaries.form.section">
        <Facts>
          <Fact source="category">{record?.category}</Fact>
        </Facts>
        <DictionaryFields readOnly={state !== "mine"} />
      </FormSection>
    </>
  );
}
