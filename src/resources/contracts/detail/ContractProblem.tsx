import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../../writes/problem.ts";
import { ConflictList, conflictsIn } from "../ConflictList.tsx";

/** Why an action on a contract failed, with the contracts that are in its way. */
export function ContractProblem({ problem }: { problem: WriteProblem | undefined }) {
  const conflicts = conflictsIn(problem?.error);
  return (
    <ProblemText problem={problem}>
      {conflicts.length > 0 ? <ConflictList conflicts={conflicts} /> : null}
    </ProblemText>
  );
}
