import dialog from "../../../components/dialog/dialog.module.css";
import { ConflictList } from "../ConflictList.tsx";
import type { ActionProblem } from "./useContractAction.ts";

export function ProblemText({ problem }: { problem: ActionProblem | undefined }) {
  return (
    <div role="alert">
      {problem ? <p className={dialog.problem}>{problem.message}</p> : null}
      {problem && problem.conflicts.length > 0 ? (
        <ConflictList conflicts={problem.conflicts} />
      ) : null}
    </div>
  );
}
