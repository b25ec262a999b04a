import { formatDateJa } from "../../../../domain/text/dates.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { contractPages } from "../../../i18n/ja/contractPages.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { ContractProblem, ContractSubject, type DialogProps } from "./dialogParts.tsx";

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
      open
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
