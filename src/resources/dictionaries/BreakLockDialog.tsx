import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { lockBreak } from "../../../domain/dictionaries/schemas.ts";
import styles from "../../components/dialog/dialog.module.css";
import { FormDialog } from "../../components/dialog/FormDialog.tsx";
import { TextAreaInput } from "../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../components/form/validateWith.ts";
import { dictionaries } from "../../i18n/ja/resources/dictionaries.ts";
import { useSubmit } from "../../writes/useSubmit.ts";

const text = dictionaries.break;

interface BreakLockDialogProps {
  name: string;
  onBreak: (reason: string) => Promise<void>;
  onClose: () => void;
}

const validate = validateWith(lockBreak);
const BLANK = { reason: "" };

/** Asks an organization admin for the reason, which the holder will read. */
export function BreakLockDialog({ name, onBreak, onClose }: BreakLockDialogProps) {
  const notify = useNotify();
  const { pending, problem, submit } = useSubmit();

  async function breakLock(values: FieldValues) {
    await submit(async () => {
      await onBreak(lockBreak.parse(values).reason);
      notify(text.done, { type: "success" });
      onClose();
    });
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.confirm}
      danger
      pending={pending}
      onClose={onClose}
      lead={<p className={styles.lead}>{text.body(name, familyName(name))}</p>}
      draft="dictionaries.break"
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={breakLock}
    >
      <TextAreaInput
        source="reason"
        label={text.reason}
        description={text.reasonHint(name)}
        rows={3}
        singleLine
        required
      />
    </FormDialog>
  );
}

/** 佐藤 of 佐藤 花子; a name without a space is returned unchanged. */
function familyName(name: string): string {
  return name.split(/\s/u, 1)[0] ?? name;
}
