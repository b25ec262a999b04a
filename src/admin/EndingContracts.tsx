import { ENDING_SOON } from "../resources/alerts/endingSoon.ts";
import type { AlertRecord } from "../resources/records.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import { AlertRow } from "./AlertRow.tsx";

/** One of them is open as long as a contract ends within 30 days and none follows it. */
const FILTER = { open: "true", kind: ENDING_SOON };
const SOONEST_FIRST = { field: "raisedAt", order: "ASC" } as const;

export function EndingContracts() {
  return (
    <ActionBlock<AlertRecord> name="ending" resource="alerts" filter={FILTER} sort={SOONEST_FIRST}>
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}
