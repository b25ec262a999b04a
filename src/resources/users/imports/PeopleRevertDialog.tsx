import { useState } from "react";
import { useNotify } from "react-admin";
import type {
  UserImportReverted,
  UserImportSummary,
} from "../../../../domain/userImports/schemas.ts";
import { CloseButton, DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import styles from "../../../components/upload/fileImport.module.css";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { userImports } from "../../../i18n/ja/userImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { resultText } from "./resultText.ts";

const text = { ...fileImports.revert, ...userImports.revert };

interface PeopleRevertDialogProps {
  imported: UserImportSummary;
  onReverted: () => Promise<unknown>;
  onClose: () => void;
}

/** Undoes an import, and names the people who could not be given their former state. */
export function PeopleRevertDialog({ imported, onReverted, onClose }: PeopleRevertDialogProps) {
  const notify = useNotify();
  const [reverted, setReverted] = useState<UserImportReverted>();
  const { write, pending, problem } = useWrite("POST /user-imports/{id}/revert", {
    changes: "users",
  });

  async function confirm() {
    const { result } = await write({ id: imported.userImportId });
    await onReverted();
    if (!result) return;
    if (result.kept.length > 0) return setReverted(result);
    notify(text.done, { type: "success" });
    onClose();
  }

  return (
    <DialogFrame
      title={text.title}
      role="alertdialog"
      onClose={onClose}
      dismissible={!pending}
      actions={
        reverted ? (
          <CloseButton />
        ) : (
          <DialogButtons
            danger
            pending={pending}
            confirm={text.open}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      {reverted ? (
        <>
          <p role="status">{text.kept(reverted.undone?.kept ?? 0)}</p>
          <UnchangedPeople people={reverted.kept} />
        </>
      ) : (
        <>
          <p className={dialog.lead}>{text.body}</p>
          <DialogSubject name={imported.fileName} detail={resultText(imported)} />
          <p>{text.effects}</p>
          <p role="alert" className="strong error optional">
            {problem?.message}
          </p>
        </>
      )}
    </DialogFrame>
  );
}

function UnchangedPeople({ people }: { people: UserImportReverted["kept"] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section aria-label={text.storedList} tabIndex={0} className={styles.kept}>
      <ul className={styles.people}>
        {people.map(({ userId, userName, email, reason }) => (
          <li key={userId} className="line spread gap-12">
            <span>
              {userName}
              <span className="note block">{email}</span>
            </span>
            <span className="note">{text.reasons[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
