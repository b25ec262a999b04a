import { useQueryClient } from "@tanstack/react-query";
import { useNotify, useTranslate } from "react-admin";
import { formatDateTime } from "../../../domain/dates.ts";
import { ConfirmDialog } from "../../components/dialog/ConfirmDialog.tsx";
import { DialogSubject } from "../../components/dialog/DialogSubject.tsx";
import dialog from "../../components/dialog/dialog.module.css";
import { useSubmission } from "../../components/form/useSubmission.ts";
import { useApi } from "../../providers/useApi.ts";
import type { ServiceKeyRecord } from "./serviceKeyRecord.ts";
import styles from "./serviceKeys.module.css";

interface RevokeDialogProps {
  serviceKey: ServiceKeyRecord;
  onClose: () => void;
}

/** Asks before a key is revoked, and says what stops. */
export function RevokeDialog({ serviceKey, onClose }: RevokeDialogProps) {
  const { id, name, prefix, scopes, lastUsedAt } = serviceKey;
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { api } = useApi();
  const { pending, errorMessage, submit } = useSubmission();
  const text = (key: string, values?: object) =>
    translate(`resources.service-keys.revoke.${key}`, values);

  const revoke = () =>
    submit(async () => {
      await api("DELETE /service-keys/{id}", { id });
      await queryClient.invalidateQueries({ queryKey: ["service-keys"] });
      notify(text("done", { name }), { type: "success" });
      onClose();
    });

  return (
    <ConfirmDialog
      open
      title={text("title")}
      confirmLabel={text("confirm")}
      onConfirm={() => void revoke()}
      onClose={onClose}
      pending={pending}
    >
      <p>{text("body")}</p>
      <DialogSubject name={name} detail={`${prefix}…`} />
      <p className={styles.facts}>
        {lastUsedAt === null
          ? text("unused")
          : text("lastUsed", { date: formatDateTime(lastUsedAt) })}
      </p>
      <p>{text("stops")}</p>
      <ul className={styles.stopped}>
        {scopes.map((scope) => (
          <li key={scope}>{translate(`resources.service-keys.scope.${scope}`)}</li>
        ))}
      </ul>
      <p role="alert" className={dialog.problem}>
        {errorMessage}
      </p>
    </ConfirmDialog>
  );
}
