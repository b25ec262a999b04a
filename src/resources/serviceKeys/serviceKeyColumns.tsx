import { formatDateTime } from "../../../domain/dates.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { ScopeNames } from "./ScopeNames.tsx";
import type { ServiceKeyRecord } from "./serviceKeyRecord.ts";
import styles from "./serviceKeys.module.css";

export const serviceKeyColumns: readonly Column<ServiceKeyRecord>[] = [
  { source: "name", long: true, sortBy: true },
  {
    source: "scopes",
    width: 150,
    reusable: true,
    render: ({ scopes }) => <ScopeNames scopes={scopes} />,
  },
  {
    source: "prefix",
    width: 160,
    noWrap: true,
    reusable: true,
    render: ({ prefix }) => <code className={styles.code}>{prefix}…</code>,
  },
  {
    source: "lastUsedAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ lastUsedAt }, translate) =>
      lastUsedAt === null ? translate("resources.service-keys.unused") : formatDateTime(lastUsedAt),
  },
  {
    source: "createdAt",
    width: 150,
    sortBy: true,
    noWrap: true,
    render: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    source: "state",
    width: 140,
    reusable: true,
    render: ({ revokedAt }, translate) =>
      revokedAt === null ? (
        <StatusChip tone="success" label={translate("resources.service-keys.state.active")} />
      ) : (
        <StatusChip tone="neutral" label={translate("resources.service-keys.state.revoked")} />
      ),
    below: ({ revokedAt }) => (revokedAt === null ? null : formatDateTime(revokedAt)),
  },
];
