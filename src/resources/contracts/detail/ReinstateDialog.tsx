import { formatDateJa } from "../../../../domain/text/dates.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { ContractProblem, ContractSubject, type DialogProps } from "./dialogParts.tsx";

/** Undoes a termination. The API rejects that if another contract starts in the freed period. */
export function ReinstateDialog({ contract, onClose }: DialogProps) {
  const translate = useTranslate();
  const { write, pending, problem } = useWrite("POST /contracts/{id}/reinstate", {
    changes: "contracts",
    notice: translate("resources.contracts.reinstate.done"),
    onWritten: onClose,
  });
  const { id, version } = contract;

  return (
    <DialogFrame
      open
      size="small"
      title={translate("resources.contracts.reinstate.title")}
      onClose={onClose}
      dismissible={!pending}
      actions={
        <DialogButtons
          pending={pending}
          confirm={translate("resources.contracts.reinstate.confirm")}
          onConfirm={() => void write({ id, ifMatch: version })}
        />
      }
    >
      <ContractSubject contract={contract} />
      <p>
        {translate("resources.contracts.reinstate.body", { date: formatDateJa(contract.endDate) })}
      </p>
      <ContractProblem problem={problem} />
    </DialogFrame>
  );
}
