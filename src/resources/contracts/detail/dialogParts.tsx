import { formatDate } from "../../../../domain/text/dates.ts";
import { DialogSubject } from "../../../components/dialog/DialogSubject.tsx";
import { useTranslate } from "../../../i18n/translate.ts";
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
  const translate = useTranslate();
  const detail = translate("resources.contracts.range", {
    from: formatDate(contract.startDate),
    to: formatDate(contract.endDate),
  });
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
