import { ConflictList } from "../ConflictList.tsx";
import detail from "./detail.module.css";
import type { Refusal } from "./useContractAction.ts";

/** Why an action was refused, inside its dialog. */
export function RefusalText({ refusal }: { refusal: Refusal | undefined }) {
  return (
    <div role="alert">
      {refusal ? <p className={detail.refusal}>{refusal.message}</p> : null}
      {refusal && refusal.conflicts.length > 0 ? (
        <ConflictList conflicts={refusal.conflicts} />
      ) : null}
    </div>
  );
}
