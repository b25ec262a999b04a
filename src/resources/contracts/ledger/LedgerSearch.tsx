import { useMemo } from "react";
import { dateSentences } from "../../../../domain/dateSentences.ts";
import { workspaceLabel } from "../../../../domain/ledgerLabelSentences.ts";
import { LEDGER_KINDS } from "../../../../domain/ledgerRules.ts";
import { SearchDate, SearchSelect } from "../../../components/list/SearchFields.tsx";
import { SearchForm } from "../../../components/list/SearchForm.tsx";
import type { Draft } from "../../../components/list/searchDraft.ts";
import { workspacesIn } from "../usage/workspaceUse.ts";
import { useUsage } from "../useUsage.ts";

/** The API refuses such dates as well. */
function validate({ startDate, endDate }: Draft): Record<string, string> {
  const ends = typeof startDate === "string" && typeof endDate === "string" && endDate !== "";
  return ends && endDate < startDate ? { endDate: dateSentences.endDateBeforeStart } : {};
}

const kinds = LEDGER_KINDS.map((kind) => ({ id: kind, name: `resources.ledger.kind.${kind}` }));

export function LedgerSearch({ contractId }: { contractId: number }) {
  const { data } = useUsage(contractId, { by: "month", split: "workspace" });
  // The API names use without a workspace by 0.
  const workspaces = useMemo(
    () =>
      workspacesIn(data?.points ?? []).map((place) => ({
        id: String(place.workspaceId ?? 0),
        name: workspaceLabel(place),
      })),
    [data],
  );
  return (
    <SearchForm validate={validate}>
      <SearchDate source="startDate" label="resources.ledger.from" />
      <SearchDate source="endDate" label="resources.ledger.to" />
      <SearchSelect
        source="workspaceId"
        label="resources.ledger.fields.workspaceName"
        choices={workspaces}
      />
      <SearchSelect source="kind" label="resources.ledger.fields.kind" choices={kinds} />
    </SearchForm>
  );
}
