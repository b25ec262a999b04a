import type { AlertRecord } from "../resources/alerts/alertRecord.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import { AlertRow } from "./AlertRow.tsx";

/** Open as long as a contract ends within 30 days and none follows it (domain/alertRules.ts). */
const FILTER = { open: "true", kind: "ENDING_30" };
const SOONEST_FIRST = { field: "raisedAt", order: "ASC" } as const;

export function EndingContracts() {
  return (
    <ActionBlock<AlertRecord> name="ending" resource="alerts" filter={FILTER} sort={SOONEST_FIRST}>
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}
