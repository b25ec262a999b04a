import { useMemo, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { dayWithin, isWithin, type Period } from "../../../../domain/contracts/rules.ts";
import { contractTermination } from "../../../../domain/contracts/schemas.ts";
import { fieldSentences } from "../../../../domain/problems/sentences.ts";
import { formatDate, formatDateJa } from "../../../../domain/text/dates.ts";
import { DeleteRecord } from "../../../components/dialog/DeleteRecord.tsx";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { DateInput } from "../../../components/form/DateInput.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { contractPages, terminate as text } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../../writes/problem.ts";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { ContractRecord } from "../../records.ts";
import { ConflictList, conflictsIn } from "../ConflictList.tsx";

export function TerminateDialog({ contract, today, onClose }: DialogProps) {
  const validate = useMemo(() => terminationErrors(contract), [contract]);
  const [proposal] = useState({
    terminationDate: dayWithin(contract, today),
    reason: "",
  });
  const { write, pending, problem } = useWrite("POST /contracts/{id}/terminate", {
    changes: "contracts",
    notice: ({ terminationDate }) => text.done(formatDateJa(terminationDate ?? contract.endDate)),
    onWritten: onClose,
  });

  async function terminate(
    { terminationDate, reason }: FieldValues,
    submission?: StoredSubmission,
  ) {
    const { id, version } = contract;
    const body = { terminationDate, reason };
    return (await write({ id, body, ifMatch: version }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={text.title}
      confirm={text.confirm}
      danger
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <ContractSubject contract={contract} />
          <p className={`below ${dialog.lead}`}>{text.body}</p>
        </>
      }
      draft="contracts.terminate"
      values={proposal}
      validate={validate}
      problem={problem}
      onSubmit={terminate}
    >
      <DateInput
        source="terminationDate"
        label={contracts.fields.terminationDate}
        description={text.dateHint(formatDate(contract.startDate), formatDate(contract.endDate))}
        min={contract.startDate}
        max={contract.endDate}
        required
      />
      <TextAreaInput
        source="reason"
        label={contracts.fields.terminationReason}
        rows={3}
        singleLine
        required
      />
    </FormDialog>
  );
}

/** Validates the termination form: a sentence per invalid field. */
function terminationErrors(period: Period) {
  const validate = validateWith(contractTermination);
  return ({ terminationDate, reason }: FieldValues) => {
    const errors = validate({ terminationDate, reason });
    if (errors.terminationDate || isWithin(period, terminationDate)) return errors;
    return { ...errors, terminationDate: fieldSentences.terminationOutsidePeriod };
  };
}

/** Undoes a termination. The API rejects that if another contract starts in the freed period. */
export function ReinstateDialog({ contract, onClose }: DialogProps) {
  const { write, pending, problem } = useWrite("POST /contracts/{id}/reinstate", {
    changes: "contracts",
    notice: contractPages.reinstate.done,
    onWritten: onClose,
  });
  const { id, version } = contract;

  return (
    <DialogFrame
      size="small"
      title={contractPages.reinstate.title}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          pending={pending}
          confirm={contractPages.reinstate.confirm}
          onConfirm={() => void write({ id, ifMatch: version })}
        />
      }
    >
      <ContractSubject contract={contract} />
      <p>{contractPages.reinstate.body(formatDateJa(contract.endDate))}</p>
      <ContractProblem problem={problem} />
    </DialogFrame>
  );
}

export function DeleteDialog({ contract, onClose }: DialogProps) {
  return (
    <DeleteRecord
      resource="contracts"
      record={contract}
      name={contract.organizationName}
      texts={contractPages.remove}
      notice={contracts.notifications.deleted}
      detail={contracts.range(formatDate(contract.startDate), formatDate(contract.endDate))}
      onClose={onClose}
    >
      <p>{contractPages.remove.keeps}</p>
    </DeleteRecord>
  );
}

export interface DialogProps {
  contract: ContractRecord;
  today: string;
  onClose: () => void;
}

export function ContractSubject({ contract }: { contract: ContractRecord }) {
  const detail = contracts.range(formatDate(contract.startDate), formatDate(contract.endDate));
  return <DialogSubject name={contract.organizationName} detail={detail} />;
}

/** Why an action on a contract failed, with the contracts that are in its way. */
function ContractProblem({ problem }: { problem: WriteProblem | undefined }) {
  const conflicts = conflictsIn(problem?.error);
  return (
    <ProblemText problem={problem}>
      {conflicts.length > 0 ? <ConflictList conflicts={conflicts} /> : null}
    </ProblemText>
  );
}
