import { formatDate } from "../../../../domain/text/dates.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { contracts } from "../../../i18n/ja/resources/contracts.ts";
import { ProblemText } from "../../../writes/ProblemText.tsx";
import type { WriteProblem } from "../../../writes/problem.ts";
import type { ContractRecord } from "../../records.ts";
import { ConflictList, conflictsIn } from "../ConflictList.tsx";

export interface DialogProps {
  contract: ContractRecord;
  today: string;
  onClose: () => void;
}

export function ContractSubject({ contract }: { contract: ContractRecord }) {
  const detail = contracts.range(formatDate(contract.startDate), formatDate(contract.endDate));
  return <DialogSubject name={contract.organizationName} detail={detail} />;
}

/** Why an action on a contract failed, with the contracts that are in its way. */
export function ContractProblem({ problem }: { problem: WriteProblem | undefined }) {
  const conflicts = conflictsIn(problem?.error);
  return (
    <ProblemText problem={problem}>
      {conflicts.length > 0 ? <ConflictList conflicts={conflicts} /> : null}
    </ProblemText>
  );
}
