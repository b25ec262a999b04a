import type { FieldValues } from "react-hook-form";
import { closingReason } from "../../../../domain/closings/schemas.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { closingPages } from "../../../i18n/ja/closingPages.ts";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { MonthContractRecord } from "../../records.ts";

const text = closingPages.again;
const validate = validateWith(closingReason);
const BLANK = { reason: "" };

interface CloseAgainDialogProps {
  month: string;
  contract: MonthContractRecord;
  onClose: () => void;
}

export function CloseAgainDialog({ month, contract, onClose }: CloseAgainDialogProps) {
  const { contractId, organizationName, organizationNo, closing } = contract;
  const next = (closing?.version ?? 0) + 1;
  const { write, pending, problem } = useWrite("POST /closings", {
    changes: "closings",
    notice: text.done(next),
    onWritten: onClose,
  });

  async function close(values: FieldValues, submission?: StoredSubmission) {
    const { reason } = closingReason.parse(values);
    const body = { month, contractIds: [contractId], reason };
    return (await write({ body }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.confirm}
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <DialogSubject
            name={organizationName}
            detail={closingPages.contract(organizationNo, contractId)}
          />
          <p>{text.body(month, next)}</p>
        </>
      }
      draft="closings.again"
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={close}
    >
      <TextAreaInput source="reason" label={text.reason} description={text.reasonHint} required />
    </FormDialog>
  );
}
