import type { AlertRecord } from "../resources/alerts/alertRecord.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import { AlertRow } from "./AlertRow.tsx";

const FILTER = { open: "true" };
const NEWEST_FIRST = { field: "raisedAt", order: "DESC" } as const;

export function OpenAlerts() {
  return (
    <ActionBlock<AlertRecord> name="alerts" resource="alerts" filter={FILTER} sort={NEWEST_FIRST}>
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}
