import { groupAlerts } from "../../domain/alertRules.ts";
import type { AlertRecord } from "../resources/alerts/alertRecord.ts";
import { ActionBlock } from "./ActionBlock.tsx";
import { AlertRow } from "./AlertRow.tsx";

const FILTER = { open: "true" };
const NEWEST_FIRST = { field: "raisedAt", order: "DESC" } as const;

/** Of the alerts about one cause, such as 80 % and 100 % of a cap, the one that says most. */
const strongest = (alerts: AlertRecord[]) => groupAlerts(alerts).map(([first]) => first);

export function OpenAlerts() {
  return (
    <ActionBlock<AlertRecord>
      name="alerts"
      resource="alerts"
      filter={FILTER}
      sort={NEWEST_FIRST}
      merge={strongest}
    >
      {(alert) => <AlertRow alert={alert} />}
    </ActionBlock>
  );
}
