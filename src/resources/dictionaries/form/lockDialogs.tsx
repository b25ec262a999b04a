import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import {
  type EditRequest,
  editRequestCreate,
  lockBreak,
  refusal,
} from "../../../../domain/dictionaries/schemas.ts";
import styles from "../../../components/dialog/dialog.module.css";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { handOver as text } from "../../../i18n/ja/handOver.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWrite } from "../../../writes/useWrite.ts";

const validateRequest = validateWith(editRequestCreate);
const NO_MESSAGE = { message: "" };

interface RequestDialogProps {
  /** Of the holder. */
  name: string;
  onAsk: (message: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a lock, with a message that its holder reads. */
export function RequestDialog({ name, onAsk, onClose }: RequestDialogProps) {
  const { pending, problem, submit } = useSubmit();

  async function ask(values: FieldValues) {
    await submit(async () => {
      await onAsk(editRequestCreate.parse(values).message ?? "");
      onClose();
    });
  }

  return (
    <FormDialog
      title={text.request}
      confirm={text.request}
      pending={pending}
      onClose={onClose}
      lead={<p className={`below ${styles.lead}`}>{text.requestBody(name)}</p>}
      draft="dictionaries.request"
      values={NO_MESSAGE}
      validate={validateRequest}
      problem={problem}
      onSubmit={ask}
    >
      <TextAreaInput
        source="message"
        label={dictionaries.lock.message}
        description={text.messageHint(name)}
        rows={2}
        singleLine
      />
    </FormDialog>
  );
}

const reasonOf = refusal.pick({ reason: true });
const validateReason = validateWith(reasonOf);
const NO_REASON = { reason: "" };

interface RefusalDialogProps {
  dictionaryId: number;
  request: EditRequest;
  onRefused: () => void;
  onClose: () => void;
}

/** Refuses a request, with a reason that its person reads. */
export function RefusalDialog(props: RefusalDialogProps) {
  const { dictionaryId: id, request, onRefused, onClose } = props;
  const { requestId, requestedByName: name } = request;
  const notify = useNotify();
  const { write, pending, problem } = useWrite("POST /dictionaries/{id}/lock/refusal", {
    lock: { resource: "dictionaries", id },
    onWritten: () => {
      notify(text.didRefuse, { type: "success" });
      onRefused();
      onClose();
    },
  });

  async function refuse(values: FieldValues, submission?: StoredSubmission) {
    await write({ id, body: { requestId, ...reasonOf.parse(values) } }, submission);
  }

  return (
    <FormDialog
      title={text.refuseTitle}
      confirm={text.confirmRefusal}
      pending={pending}
      onClose={onClose}
      lead={<p className={`below ${styles.lead}`}>{text.refuseBody(name)}</p>}
      draft="dictionaries.refusal"
      values={NO_REASON}
      validate={validateReason}
      problem={problem}
      onSubmit={refuse}
    >
      <TextAreaInput
        source="reason"
        label={dictionaries.break.reason}
        description={text.messageHint(name)}
        rows={2}
        singleLine
      />
    </FormDialog>
  );
}

const breakTexts = dictionaries.break;

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
      notify(breakTexts.done, { type: "success" });
      onClose();
    });
  }

  return (
    <FormDialog
      title={breakTexts.title}
      confirm={breakTexts.confirm}
      danger
      pending={pending}
      onClose={onClose}
      lead={<p className={`below ${styles.lead}`}>{breakTexts.body(name, familyName(name))}</p>}
      draft="dictionaries.break"
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={breakLock}
    >
      <TextAreaInput
        source="reason"
        label={breakTexts.reason}
        description={breakTexts.reasonHint(name)}
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
