import { useRedirect } from "react-admin";
import { useParams } from "react-router";
import { lastMonthOver, UNUSUAL } from "../../../../domain/closings/rules.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import { BulkBar } from "../../../components/bulk/BulkBar.tsx";
import type { BulkAction } from "../../../components/bulk/BulkDialog.tsx";
import type { ChosenRows } from "../../../components/list/choice.tsx";
import { closingPages } from "../../../i18n/ja/closingPages.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import type { MonthContractRecord } from "../../records.ts";

const text = closingPages.chosen;

type Action = BulkAction<MonthContractRecord>;

/** Closes chosen contracts, or leads to the print of their statements. */
export function ClosingBulk(rows: ChosenRows<MonthContractRecord>) {
  const { month = lastMonthOver(tokyoDate(new Date())) } = useParams();
  const redirect = useRedirect();
  const { write, pending } = useWrite("POST /closings", { changes: "closings" });

  const close: Action = {
    label: text.label,
    question: {
      title: text.title(month),
      body: text.question,
      hint: unusualOf(rows.chosen),
      leaves: text.leaves,
    },
    untouched: ({ closing }) => (closing === null ? null : text.closed),
    run: async (chosen) => {
      const contractIds = chosen.map(({ contractId }) => contractId);
      const { result, problem } = await write({ body: { month, contractIds } });
      if (result) return { result: { said: closingPages.said(result) } };
      return problem ? { problem } : {};
    },
  };
  const print: Action = {
    label: text.print,
    untouched: ({ closing }) => (closing === null ? text.open : null),
    run: async (chosen) => {
      const contracts = chosen.map(({ contractId }) => contractId).join(",");
      redirect(`/closings/${month}/print?${new URLSearchParams({ contracts })}`);
      return {};
    },
  };
  return (
    <BulkBar
      {...rows}
      actions={[close, print]}
      describe={({ organizationName, unusual }) => [
        organizationName,
        unusual.map((kind) => closingPages.unusual[kind]).join("、"),
      ]}
      counted={closingPages.count}
      pending={pending}
    />
  );
}

/** What is unusual in the contracts that would be closed, with how many of each. */
function unusualOf(chosen: readonly MonthContractRecord[]): string {
  const open = chosen.filter(({ closing, unusual }) => closing === null && unusual.length > 0);
  if (open.length === 0) return closingPages.all.usual;
  const counts = UNUSUAL.flatMap((kind) => {
    const contracts = open.filter(({ unusual }) => unusual.includes(kind)).length;
    return contracts > 0 ? [`${closingPages.unusual[kind]}${closingPages.count(contracts)}`] : [];
  });
  return closingPages.chosen.unusual(open.length, counts.join("、"));
}
