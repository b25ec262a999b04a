import { useTranslate } from "react-admin";
import { formatDateJa } from "../../../../domain/dates.ts";
import { DialogButtons } from "../../../components/dialog/DialogButtons.tsx";
import { DialogFrame } from "../../../components/dialog/DialogFrame.tsx";
import { useApi } from "../../../providers/useApi.ts";
import { ContractSubject } from "./ContractSubject.tsx";
import type { DialogProps } from "./dialogProps.ts";
import { ProblemText } from "./ProblemText.tsx";
import { useContractAction } from "./useContractAction.ts";

/** Undoes a termination. The API rejects that if another contract starts in the freed period. */
export function ReinstateDialog({ contract, onClose }: DialogProps) {
  const translate = useTranslate();
  const { api } = useApi();
  const { run, pending, problem } = useContractAction(onClose);
  const { id, version } = contract;

  const reinstate = () =>
    run(translate("resources.contracts.reinstate.done"), () =>
      api("POST /contracts/{id}/reinstate", { id, ifMatch: version }),
    );

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
          onConfirm={() => void reinstate()}
        />
      }
    >
      <ContractSubject contract={contract} />
      <p>
        {translate("resources.contracts.reinstate.body", { date: formatDateJa(contract.endDate) })}
      </p>
      <ProblemText problem={problem} />
    </DialogFrame>
  );
}
