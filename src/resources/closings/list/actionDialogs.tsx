import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { UNUSUAL, type Unusual } from "../../../../domain/closings/rules.ts";
import { closingReason } from "../../../../domain/closings/schemas.ts";
import { CloseButton, DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { FormDialog } from "../../../components/dialog/FormDialog.tsx";
import { FailedPart, LoadingState } from "../../../components/display/LoadError.tsx";
import { TextAreaInput } from "../../../components/form/TextAreaInput.tsx";
import { validateWith } from "../../../components/form/validateWith.ts";
import { closingPages } from "../../../i18n/ja/closingPages.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { StoredSubmission } from "../../../writes/submissions.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { MonthContractRecord } from "../../records.ts";
import { useMonthSummary } from "./ClosingOverview.tsx";

const text = closingPages.all;

/** Closes all contracts of a month that can be closed, after it has said how many and what is closingPages. */
export function CloseAllDialog({ month, onClose }: { month: string; onClose: () => void }) {
  const { data, error } = useMonthSummary(month);
  const [said, setSaid] = useState<string>();
  const { write, pending, problem } = useWrite("POST /closings", {
    changes: "closings",
    onWritten: (result) => setSaid(closingPages.said(result)),
  });
  const isAsking = said === undefined && data !== undefined && data.open > 0;
  return (
    <DialogFrame
      title={text.title(month)}
      onClose={onClose}
      dismissible={!pending}
      actions={
        isAsking ? (
          <DialogButtons
            pending={pending}
            confirm={pending ? text.running : text.confirm}
            onConfirm={() => void write({ body: { month } })}
          />
        ) : (
          <CloseButton />
        )
      }
    >
      {said === undefined ? null : <p role="status">{said}</p>}
      {said === undefined && data ? (
        data.open === 0 ? (
          <p>{text.nothing}</p>
        ) : (
          <div className="grid gap-12">
            <p>{text.question(data.open)}</p>
            <UnusualList counts={data.unusual} />
            <p>{text.frozen}</p>
          </div>
        )
      ) : null}
      {data ? null : error ? <FailedPart error={error} /> : <LoadingState />}
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}

/** How many of the contracts that are about to be closed are unusual, and how. */
function UnusualList({ counts }: { counts: Readonly<Record<Unusual | "ANY", number>> }) {
  if (counts.ANY === 0) return <p>{closingPages.all.usual}</p>;
  return (
    <div>
      <p>{closingPages.all.unusual(counts.ANY)}</p>
      <ul className="grid gap-4 bullets">
        {UNUSUAL.filter((kind) => counts[kind] > 0).map((kind) => (
          <li key={kind}>
            {closingPages.unusual[kind]}：{closingPages.count(counts[kind])}
          </li>
        ))}
      </ul>
    </div>
  );
}

const again = closingPages.again;
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
    notice: again.done(next),
    onWritten: onClose,
  });

  async function close(values: FieldValues, submission?: StoredSubmission) {
    const { reason } = closingReason.parse(values);
    const body = { month, contractIds: [contractId], reason };
    return (await write({ body }, submission)).problem?.fields;
  }

  return (
    <FormDialog
      title={again.title}
      confirm={again.confirm}
      pending={pending}
      onClose={onClose}
      lead={
        <>
          <DialogSubject
            name={organizationName}
            detail={closingPages.contract(organizationNo, contractId)}
          />
          <p>{again.body(month, next)}</p>
        </>
      }
      draft="closings.again"
      values={BLANK}
      validate={validate}
      problem={problem}
      onSubmit={close}
    >
      <TextAreaInput source="reason" label={again.reason} description={again.reasonHint} required />
    </FormDialog>
  );
}
