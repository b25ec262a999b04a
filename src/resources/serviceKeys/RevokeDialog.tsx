import { formatDateTime } from "../../../domain/text/dates.ts";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import { serviceKeys } from "../../i18n/ja/resources/serviceKeys.ts";
import { serviceKeyDialogs } from "../../i18n/ja/serviceKeyPages.ts";
import { ProblemText } from "../../writes/ProblemText.tsx";
import { useWrite } from "../../writes/useWrite.ts";
import type { ServiceKeyRecord } from "../records.ts";
import styles from "./serviceKeys.module.css";

const text = serviceKeyDialogs.revoke;

interface RevokeDialogProps {
  serviceKey: ServiceKeyRecord;
  onClose: () => void;
}

/** Asks before a key is revoked, and says what stops. */
export function RevokeDialog({ serviceKey, onClose }: RevokeDialogProps) {
  const { id, name, prefix, scopes, lastUsedAt } = serviceKey;

  const { write, pending, problem } = useWrite("DELETE /service-keys/{id}", {
    changes: "service-keys",
    notice: text.done(name),
    onWritten: onClose,
  });

  return (
    <ConfirmDialog
      open
      title={text.title}
      confirmLabel={text.confirm}
      onConfirm={() => void write({ id })}
      onClose={onClose}
      pending={pending}
    >
      <p>{text.body}</p>
      <DialogSubject name={name} detail={`${prefix}…`} />
      <p className={styles.facts}>
        {lastUsedAt === null ? text.unused : text.lastUsed(formatDateTime(lastUsedAt))}
      </p>
      <p>{text.stops}</p>
      <ul className={`strong above-4 ${styles.stopped}`}>
        {scopes.map((scope) => (
          <li key={scope}>{serviceKeys.scope[scope]}</li>
        ))}
      </ul>
      <ProblemText problem={problem} />
    </ConfirmDialog>
  );
}
