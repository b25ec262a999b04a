import { ResourceContextProvider, useGetOne, useNotify } from "react-admin";
import type { FieldValues } from "react-hook-form";
import { changesOf } from "../../../../domain/contracts/edit.ts";
import { contractUpdate } from "../../../../domain/contracts/schemas.ts";
import { FormDialog, useOpened } from "../../../components/dialog/FormDialog.tsx";
import { FormRow } from "../../../components/form/FormLayout.tsx";
import { app } from "../../../i18n/ja/app.ts";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { ContractRecord } from "../../records.ts";
import { countUsage, minutesUsage } from "../ContractUsageBars.tsx";
import { ContractSubject } from "../detail/actionDialogs.tsx";
import { CapFields, CapHint } from "./CapFields.tsx";
import { contractErrors, readOnlyFieldsOf } from "./contractValues.ts";
import form from "./form.module.css";

interface CapDialogProps {
  contractId: number;
  /** After a save, before the dialog closes. */
  onSaved: () => unknown;
  onClose: () => void;
}

/** Changes the caps of a contract beside what it has used, without leaving the page. */
export function CapDialog({ contractId, onSaved, onClose }: CapDialogProps) {
  const notify = useNotify();
  const { data: contract, error } = useGetOne<ContractRecord>("contracts", { id: contractId });
  const opened = useOpened(contract);
  const { write, pending, problem } = useWrite("PATCH /contracts/{id}", {
    changes: "contracts",
    notice: app.form.saved,
    onWritten: async () => {
      await onSaved();
      onClose();
    },
  });

  async function save(values: FieldValues) {
    if (!opened) return undefined;
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
    <ResourceContextProvider value="contracts">
      <FormDialog
        title={contractPages.caps.title}
        confirm={app.form.save}
        pending={pending}
        onClose={onClose}
        lead={contract ? <UsedCaps contract={contract} /> : null}
        draft="contracts.caps"
        draftId={contractId}
        values={opened}
        loadError={error}
        validate={(values) =>
          opened ? contractErrors({ ...opened, ...capsOf(values) }, opened) : {}
        }
        problem={problem}
        onSubmit={save}
      >
        {opened ? <CapFields usedShown readOnly={readOnlyFieldsOf(opened)} /> : null}
        <CapHint />
      </FormDialog>
    </ResourceContextProvider>
  );
}

function UsedCaps({ contract }: { contract: ContractRecord }) {
  return (
    <>
      <ContractSubject contract={contract} />
      <FormRow>
        <dl className={form.used}>
          <dt className="note">{contracts.fields.transcriptCount}</dt>
          <dd>{countUsage(contract, { percent: true })}</dd>
        </dl>
        <dl className={form.used}>
          <dt className="note">{contracts.fields.transcriptMinutes}</dt>
          <dd>{minutesUsage(contract, { percent: true })}</dd>
        </dl>
      </FormRow>
    </>
  );
}

/** The form holds the whole record; only the caps are sent. */
const capsOf = ({ maxTranscriptCount, maxTranscriptMinutes }: FieldValues) => ({
  maxTranscriptCount,
  maxTranscriptMinutes,
});
