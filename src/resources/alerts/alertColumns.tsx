import { formatDateTime } from "../../../domain/dates.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { alertKindChip } from "./AlertKindChip.tsx";
import type { AlertRecord } from "./alertRecord.ts";

const columns = {
  kind: {
    source: "kind",
    width: 168,
    reusable: true,
    render: ({ kind }, translate) => alertKindChip(kind, translate),
  },
  organizationName: { source: "organizationName", long: true, names: true, width: 210 },
  message: { source: "message", names: true },
  state: {
    source: "state",
    width: 116,
    reusable: true,
    render: ({ resolvedAt }, translate) => (
      <StatusChip
        tone={resolvedAt ? "success" : "warning"}
        label={translate(`resources.alerts.state.${resolvedAt ? "resolved" : "open"}`)}
      />
    ),
  },
  raisedAt: {
    source: "raisedAt",
    width: 146,
    sortBy: true,
    noWrap: true,
    render: ({ raisedAt }) => formatDateTime(raisedAt),
  },
  resolvedAt: {
    source: "resolvedAt",
    width: 146,
    noWrap: true,
    render: ({ resolvedAt }) => (resolvedAt ? formatDateTime(resolvedAt) : null),
  },
} as const satisfies Record<string, Column<AlertRecord>>;

const { organizationName, message, ...others } = columns;
const { names: _, ...messageOfNamed } = message;

export const alertColumns: readonly Column<AlertRecord>[] = [
  organizationName,
  messageOfNamed,
  ...Object.values(others),
];

/** Those of the own organization. */
export const ownAlertColumns: readonly Column<AlertRecord>[] = [message, ...Object.values(others)];
