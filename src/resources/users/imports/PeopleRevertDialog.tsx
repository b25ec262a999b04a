import { useState } from "react";
import type {
  UserImportReverted,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import {
  ImportRevertDialog,
  type RevertDialogProps,
  UnchangedRecords,
} from "../../../components/imports/ImportRevertDialog.tsx";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { peopleResult } from "./PeopleDryRun.tsx";

const text = userImports.revert;

/** Undoes an import, and names the people who could not be given their former state. */
export function PeopleRevertDialog(props: RevertDialogProps<UserImportSummary>) {
  const { imported, onReverted, onClose } = props;
  const [reverted, setReverted] = useState<UserImportReverted>();
  const { write, pending, problem } = useWrite("POST /user-imports/{id}/revert", {
    changes: "users",
  });

  async function revert() {
    const { result } = await write({ id: imported.userImportId });
    await onReverted();
    if (result && result.kept.length > 0) setReverted(result);
    return result?.kept.length === 0;
  }

  return (
    <ImportRevertDialog
      fileName={imported.fileName}
      result={peopleResult(imported)}
      effects={text.effects}
      pending={pending}
      problem={problem?.message}
      done={reverted && text.kept(reverted.undone?.kept ?? 0)}
      isOver={reverted !== undefined}
      revert={revert}
      onClose={onClose}
    >
      <UnchangedRecords
        label={text.storedList}
        records={(reverted?.kept ?? []).map(({ userId, userName, email, reason }) => ({
          key: userId,
          name: userName,
          detail: email,
          reason: text.reasons[reason],
        }))}
      />
    </ImportRevertDialog>
  );
}
