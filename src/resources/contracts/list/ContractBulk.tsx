import { useQueryClient } from "@tanstack/react-query";
import type { ContractChanges, RenewalCheckResult } from "../../../../domain/contracts/bulk.ts";
import { terminatedRefusal } from "../../../../domain/contracts/renewal.ts";
import { formatPeriod } from "../../../../domain/text/dates.ts";
import { BulkBar } from "../../../components/bulk/BulkBar.tsx";
import type { BulkAction, BulkOutcome } from "../../../components/bulk/BulkDialog.tsx";
import type { ChosenRows } from "../../../components/list/choice.tsx";
import { manyContracts as text } from "../../../i18n/ja/bulk.ts";
import { readsOf } from "../../../providers/data/reads.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useSubmit } from "../../../writes/useSubmit.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { ContractRecord } from "../../records.ts";
import { nameOfContract } from "../ContractPeriod.tsx";

type Action = BulkAction<ContractRecord>;
type Versions = ContractChanges["contracts"];

/** Creates the next contracts of chosen ones. The server is asked before which of them can have one. */
export function ContractBulk(rows: ChosenRows<ContractRecord>) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const check = useSubmit();
  const { write, pending } = useWrite("POST /contracts/bulk", { changes: "contracts" });
  const readAgain = () => void queryClient.invalidateQueries(readsOf("contracts"));

  async function send(
    action: ContractChanges["action"],
    contracts: Versions,
  ): Promise<BulkOutcome> {
    const { result, problem } = await write({ body: { action, contracts } });
    if (result) {
      const created = result.contracts.map(versionOf);
      return {
        result: { said: text.done(created.length), undo: () => send("DELETE", created) },
      };
    }
    // Another user may have changed them first: the next attempt starts from that.
    if (problem?.answer) readAgain();
    return problem ? { problem } : {};
  }

  const renewal: Action = {
    label: text.label,
    untouched: terminatedRefusal,
    run: (contracts) => send("RENEW", contracts.map(versionOf)),
    prepare: async (chosen) => {
      const contracts = chosen.map(versionOf);
      const { result, problem } = await check.submit(() =>
        api("POST /contracts/bulk/check", { body: { contracts } }),
      );
      if (!result) return problem ? { problem } : {};
      return { action: checked(renewal, chosen, result) };
    },
  };
  return (
    <BulkBar
      {...rows}
      actions={[renewal]}
      describe={(contract) => [nameOfContract(contract), ""]}
      counted={text.counted}
      pending={pending || check.pending}
    />
  );
}

/** The renewal as the server would do it now: of the contracts as they were when they were chosen. */
function checked(
  renewal: Action,
  chosen: readonly ContractRecord[],
  { contracts }: RenewalCheckResult,
): Action {
  const answers = new Map(contracts.map((one) => [one.contractId, one]));
  const seen = new Map(chosen.map((one) => [one.contractId, one]));
  return {
    ...renewal,
    question: {
      title: text.title,
      body: text.question,
      hint: text.hint,
      leaves: text.leaves,
      describe: (contract) => {
        const { startDate, endDate } = answers.get(contract.contractId) ?? {};
        if (!startDate || !endDate) return [nameOfContract(contract), ""];
        return [contract.organizationName, text.next(formatPeriod({ startDate, endDate }))];
      },
    },
    untouched: ({ contractId }) => {
      const answer = answers.get(contractId);
      return answer ? answer.reason : text.notChecked;
    },
    // What was confirmed is what was checked; who has changed since is refused.
    run: (rows) =>
      renewal.run(
        rows.map((row) => seen.get(row.contractId) ?? row),
        undefined,
      ),
  };
}

const versionOf = ({ contractId, version }: Versions[number]) => ({ contractId, version });
