import dialog from "../../../components/dialog/dialog.module.css";
import { ConflictList } from "../ConflictList.tsx";
import type { Refusal } from "./useContractAction.ts";

/** Why an action was refused, inside its dialog. */
export function RefusalText({ refusal }: { refusal: Refusal | undefined }) {
  return (
    <div role="alert">
      {refusal ? <p className={dialog.refusal}>{refusal.message}</p> : null}
      {refusal && refusal.conflicts.length > 0 ? (
        <ConflictList conflicts={refusal.conflicts} />
      ) : null}
    </div>
  );
}
