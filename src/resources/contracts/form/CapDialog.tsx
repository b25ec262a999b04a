import { useId, useState } from "react";
import { ResourceContextProvider, useGetOne, useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { changesOf } from "../../../../domain/contracts/edit.ts";
import { contractUpdate } from "../../../../domain/contracts/schemas.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogForm } from "../../../components/dialog/DialogForm.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import type { WriteProblem } from "../../../writes/problem.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { ContractRecord } from "../../records.ts";
import { countUsage, minutesUsage } from "../ContractUsageBars.tsx";
import { ContractSubject } from "../detail/dialogParts.tsx";
import { CapFields } from "./CapFields.tsx";
import { CapHint } from "./CapHint.tsx";
import { contractErrors } from "./contractValues.ts";
import form from "./form.module.css";
import { readOnlyFieldsOf } from "./readOnlyFields.ts";

interface CapDialogProps {
  contractId: number;
  /** After a save, before the dialog closes. */
  onSaved: () => unknown;
  onClose: () => void;
}

/** Changes the caps of a contract beside what it has used, without leaving the page. */
export function CapDialog({ contractId, onSaved, onClose }: CapDialogProps) {
  const formId = useId();
  const notify = useNotify();
  const { data: contract, error } = useGetOne<ContractRecord>("contracts", { id: contractId });
  const { write, pending, problem } = useWrite("PATCH /contracts/{id}", {
    changes: "contracts",
    notice: app.form.saved,
    onWritten: async () => {
      await onSaved();
      onClose();
    },
  });

  async function save(opened: ContractRecord, values: FieldValues) {
    const body = changesOf(opened, contractUpdate.parse(capsOf(values)));
    if (Object.keys(body).length === 0) {
      notify(app.form.unchanged, { type: "info" });
      onClose();
      return undefined;
    }
    // A save after that of another user comes with a notice and the figures of now.
    const { version } = problem ? (contract ?? opened) : opened;
    return (await write({ id: contractId, ifMatch: version, body })).problem?.fields;
  }

  return (
    <DialogFrame
      open
      title={contractPages.caps.title}
      onClose={onClose}
      dismissible={!pending}
      actions={
        contract ? (
          <DialogButtons form={formId} pending={pending} confirm={app.form.save} />
        ) : undefined
      }
    >
      {contract ? (
        <ResourceContextProvider value="contracts">
          <CapForm formId={formId} contract={contract} problem={problem} onSubmit={save} />
        </ResourceContextProvider>
      ) : null}
      {error && !contract ? <LoadError error={error} /> : null}
      {contract || error ? null : <LoadingState />}
    </DialogFrame>
  );
}

interface CapFormProps {
  formId: string;
  /** As it is now. */
  contract: ContractRecord;
  problem: WriteProblem | undefined;
  onSubmit: (opened: ContractRecord, values: FieldValues) => Promise<unknown>;
}

function CapForm({ formId, contract, problem, onSubmit }: CapFormProps) {
  // Input starts from one version; a save after that of another user shows a notice first.
  const [opened] = useState(contract);
  return (
    <>
      <ContractSubject contract={contract} />
      <FormRow>
        <dl className={form.used}>
          <dt>{contracts.fields.transcriptCount}</dt>
          <dd>{countUsage(contract, { percent: true })}</dd>
        </dl>
        <dl className={form.used}>
          <dt>{contracts.fields.transcriptMinutes}</dt>
          <dd>{minutesUsage(contract, { percent: true })}</dd>
        </dl>
      </FormRow>
      <DialogForm
        id={formId}
        draft="contracts.caps"
        draftId={contract.id}
        values={opened}
        validate={(values) => contractErrors({ ...opened, ...capsOf(values) }, opened)}
        problem={problem}
        onSubmit={(values) => onSubmit(opened, values)}
      >
        <CapFields usedShown readOnly={readOnlyFieldsOf(opened)} />
        <CapHint />
      </DialogForm>
    </>
  );
}

/** The form holds the whole record; only the caps are sent. */
const capsOf = ({ maxTranscriptCount, maxTranscriptMinutes }: FieldValues) => ({
  maxTranscriptCount,
  maxTranscriptMinutes,
});
