import Button from "@mui/material/Button";
import { useState } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { type ContractTerm, hasUsage, isTerminable } from "../../../../domain/contracts/rules.ts";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { ActionMenu } from "../../../components/display/ActionMenu.tsx";
import { useReservedSpace } from "../../../components/display/useReservedSpace.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { contractPages, impossible } from "../../../i18n/ja/contractPages.ts";
import type { ContractRecord } from "../../records.ts";

const label = contractPages.detail;

const TerminateDialog = lazyDialog(
  async () => (await import("./actionDialogs.tsx")).TerminateDialog,
);
const ReinstateDialog = lazyDialog(
  async () => (await import("./actionDialogs.tsx")).ReinstateDialog,
);
const DeleteDialog = lazyDialog(async () => (await import("./actionDialogs.tsx")).DeleteDialog);

const dialogs = { terminate: TerminateDialog, reinstate: ReinstateDialog, delete: DeleteDialog };

/** Shown only with the right to write; an impossible action is disabled and says why. */
export function ContractActions({ contract, today }: { contract: ContractRecord; today: string }) {
  const createPath = useCreatePath();
  const { isRefused, reserved } = useReservedSpace({ resource: "contracts", action: "edit" });
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  if (isRefused) return null;

  const possible = possibleActions(contract, today);
  const path = { resource: "contracts", id: contract.id };
  const Dialog = dialog && dialogs[dialog];
  const reason = (why: Reason | null) => (why === null ? null : impossible[why]);
  return (
    <ActionMenu
      reserved={reserved}
      direct={
        <>
          <Button
            variant="outlined"
            component={LinkBase}
            to={`${createPath({ ...path, type: "create" })}?renew=${contract.contractId}`}
          >
            {label.renew}
          </Button>
          <Button
            variant="contained"
            component={LinkBase}
            to={createPath({ ...path, type: "edit" })}
          >
            {label.edit}
          </Button>
        </>
      }
    >
      {possible.ending === "terminate" ? (
        <ActionButton
          reason={reason(possible.terminateImpossible)}
          onClick={() => setDialog("terminate")}
        >
          {label.terminate}
        </ActionButton>
      ) : (
        <ActionButton reason={null} onClick={() => setDialog("reinstate")}>
          {label.reinstate}
        </ActionButton>
      )}
      <ActionButton
        reason={reason(possible.deleteImpossible)}
        onClick={() => setDialog("delete")}
        danger
      >
        {label.delete}
      </ActionButton>
      {Dialog ? (
        <Dialog contract={contract} today={today} onClose={() => setDialog(undefined)} />
      ) : null}
    </ActionMenu>
  );
}

/** Why an action is impossible now. */
type Reason = keyof typeof impossible;

interface PossibleActions {
  /** Only one of the two is possible: a terminated contract can only be reinstated. */
  ending: "terminate" | "reinstate";
  terminateImpossible: Reason | null;
  deleteImpossible: Reason | null;
}

interface ContractState extends ContractTerm {
  usedTranscriptCount: number;
  usedTranscriptMinutes: number;
}

/** The possible actions on `today`, a date in Asia/Tokyo, and why others are impossible. */
export function possibleActions(contract: ContractState, today: string): PossibleActions {
  const terminable = isTerminable(contract, today);
  return {
    ending: contract.terminationDate === null ? "terminate" : "reinstate",
    terminateImpossible: terminable ? null : "expired",
    deleteImpossible: deleteImpossible(contract, terminable),
  };
}

function deleteImpossible(contract: ContractState, terminable: boolean): Reason | null {
  if (!hasUsage(contract)) return null;
  return terminable ? "hasUsage" : "hasUsageOver";
}
