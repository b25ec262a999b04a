import { useId } from "react";
import { useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import {
  type EditRequest,
  editRequestCreate,
  refusal,
} from "../../../../domain/dictionaries/schemas.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import styles from "../../../components/dialog/dialog.module.css";
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
  const formId = useId();
  const { pending, problem, submit } = useSubmit();

  async function ask(values: FieldValues) {
    await submit(async () => {
      await onAsk(editRequestCreate.parse(values).message ?? "");
      onClose();
    });
  }

  return (
    <DialogFrame
      open
      title={text.request}
      onClose={onClose}
      dismissible={!pending}
      actions={<DialogButtons form={formId} pending={pending} confirm={text.request} />}
    >
      <p className={styles.lead}>{text.requestBody(name)}</p>
      <DialogForm
        draft="dictionaries.request"
        id={formId}
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
      </DialogForm>
    </DialogFrame>
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
  const formId = useId();
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
    <DialogFrame
      open
      title={text.refuseTitle}
      onClose={onClose}
      dismissible={!pending}
      actions={<DialogButtons form={formId} pending={pending} confirm={text.confirmRefusal} />}
    >
      <p className={styles.lead}>{text.refuseBody(name)}</p>
      <DialogForm
        draft="dictionaries.refusal"
        id={formId}
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
      </DialogForm>
    </DialogFrame>
  );
}
