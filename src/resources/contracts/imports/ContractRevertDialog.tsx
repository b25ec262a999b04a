import { LinkBase, useCreatePath, useNotify } from "react-admin";
import type {
  ContractImportSummary,
  StoredContract,
} from "../../../../domain/contractImports/schemas.ts";
import { MOST_NAMED } from "../../../../domain/imports/rules.ts";
import { formatPeriod } from "../../../../domain/text/dates.ts";
import { CloseButton, DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import dialog from "../../../components/dialog/dialog.module.css";
import styles from "../../../components/upload/fileImport.module.css";
import { contractImports } from "../../../i18n/ja/contractImports.ts";
import { fileImports } from "../../../i18n/ja/fileImports.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { resultText } from "./resultText.ts";

const text = { ...fileImports.revert, ...contractImports.revert };

interface ContractRevertDialogProps {
  imported: ContractImportSummary;
  onReverted: () => Promise<unknown>;
  onClose: () => void;
}

/** Undoes an import, or names the contracts that keep it from being undone. */
export function ContractRevertDialog(props: ContractRevertDialogProps) {
  const { imported, onReverted, onClose } = props;
  const notify = useNotify();
  const { write, pending, problem } = useWrite("POST /contract-imports/{id}/revert", {
    changes: "contracts",
  });
  const { answer } = problem ?? {};
  const isRefused = answer?.code === "UNDO_REFUSED";
  const submission = isRefused ? answer.contracts : [];

  async function confirm() {
    const { result } = await write({ id: imported.contractImportId });
    await onReverted();
    if (!result) return;
    notify(text.done, { type: "success" });
    onClose();
  }

  return (
    <DialogFrame
      title={text.title}
      role="alertdialog"
      onClose={onClose}
      dismissible={!pending}
      actions={
        isRefused ? (
          <CloseButton />
        ) : (
          <DialogButtons
            danger
            pending={pending}
            confirm={text.open}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      <p className={dialog.lead}>{text.body}</p>
      <DialogSubject name={imported.fileName} detail={resultText(imported)} />
      <p>{text.effects}</p>
      <p role="alert" className="strong error optional">
        {problem?.message}
      </p>
      {submission.length > 0 ? <UnchangedContracts contracts={submission} /> : null}
    </DialogFrame>
  );
}

function UnchangedContracts({ contracts }: { contracts: readonly StoredContract[] }) {
  const createPath = useCreatePath();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <section aria-label={text.storedList} tabIndex={0} className={styles.kept}>
        <ul className={styles.people}>
          {contracts.map(({ contractId: id, organizationName, reason, ...period }) => (
            <li key={id} className="line spread gap-12">
              <span>
                <LinkBase to={createPath({ resource: "contracts", type: "show", id })}>
                  {organizationName}
                </LinkBase>
                <span className="note block">{formatPeriod(period)}</span>
              </span>
              <span className="note">{text.reasons[reason]}</span>
            </li>
          ))}
        </ul>
      </section>
      {contracts.length >= MOST_NAMED ? <p>{text.more(contracts.length)}</p> : null}
    </>
  );
}
