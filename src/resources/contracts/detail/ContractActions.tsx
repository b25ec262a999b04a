import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { LinkBase, useCreatePath } from "react-admin";
import { ActionButton } from "../../../components/display/ActionButton.tsx";
import { useRoomForRight } from "../../../components/display/useRoomForRight.ts";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import { useText } from "../../../i18n/translate.ts";
import type { ContractRecord } from "../../records.ts";
import detail from "./detail.module.css";
import { possibleActions, type Reason } from "./possibleActions.ts";

const TerminateDialog = lazyDialog(
  async () => (await import("./TerminateDialog.tsx")).TerminateDialog,
);
const ReinstateDialog = lazyDialog(
  async () => (await import("./ReinstateDialog.tsx")).ReinstateDialog,
);
const DeleteDialog = lazyDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

const dialogs = { terminate: TerminateDialog, reinstate: ReinstateDialog, delete: DeleteDialog };

/** Shown only with the right to write; an impossible action is disabled and says why. */
export function ContractActions({ contract, today }: { contract: ContractRecord; today: string }) {
  const label = useText("resources.contracts.detail");
  const impossible = useText("resources.contracts.impossible");
  const createPath = useCreatePath();
  const { isRefused, style } = useRoomForRight({ resource: "contracts", action: "edit" });
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  if (isRefused) return null;

  const possible = possibleActions(contract, today);
  const path = { resource: "contracts", id: contract.id };
  const Dialog = dialog && dialogs[dialog];
  const reason = (why: Reason | null) => (why === null ? null : impossible(why));
  return (
    <div className={detail.actions} style={style}>
      <Button variant="contained" component={LinkBase} to={createPath({ ...path, type: "edit" })}>
        {label("edit")}
      </Button>
      <Button
        variant="outlined"
        component={LinkBase}
        to={`${createPath({ ...path, type: "create" })}?renew=${contract.contractId}`}
      >
        {label("renew")}
      </Button>
      {possible.ending === "terminate" ? (
        <ActionButton
          reason={reason(possible.terminateImpossible)}
          onClick={() => setDialog("terminate")}
        >
          {label("terminate")}
        </ActionButton>
      ) : (
        <ActionButton reason={null} onClick={() => setDialog("reinstate")}>
          {label("reinstate")}
        </ActionButton>
      )}
      <ActionButton
        reason={reason(possible.deleteImpossible)}
        onClick={() => setDialog("delete")}
        danger
      >
        {label("delete")}
      </ActionButton>
      {Dialog ? (
        <Suspense>
          <Dialog contract={contract} today={today} onClose={() => setDialog(undefined)} />
        </Suspense>
      ) : null}
    </div>
  );
}
