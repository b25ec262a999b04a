import { can } from "../../../domain/access.ts";
import { ALERT_KINDS, PROVIDER_KINDS } from "../../../domain/alerts/rules.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import type { Column } from "../../components/list/column.ts";
import { DataTable } from "../../components/list/DataTable.tsx";
import { ListPage } from "../../components/list/ListPage.tsx";
import { OrganizationFilter } from "../../components/list/OrganizationFilter.tsx";
import { SearchSelect } from "../../components/list/SearchFields.tsx";
import { SearchForm } from "../../components/list/SearchForm.tsx";
import { lazyPart } from "../../components/load/lazyScreen.tsx";
import { alerts } from "../../i18n/ja/resources/alerts.ts";
import { listSorts } from "../../providers/data/listSorts.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import type { AlertRecord } from "../records.ts";
import {
  AlertChip,
  ENDING_SOON,
  MarkRead,
  NextStep,
  subjectName,
  subjectOf,
} from "./AlertParts.tsx";
import styles from "./alerts.module.css";

/** /alerts: open ones first, then the history. The bell reloads it on changes. */
export function AlertList() {
  const ofAll = can(useUserProfile(), "alert.read");
  return (
    <ListPage
      title={alerts.name}
      sort={listSorts.alerts}
      overview={ofAll ? null : <p>{alerts.ask}</p>}
      search={<AlertSearch ofAll={ofAll} />}
    >
      <DataTable
        columns={ofAll ? alertColumns : ownAlertColumns}
        rowLink={ofAll ? subjectPath : false}
        rowActions={actionsOf}
        actionsWidth={236}
        choice={choice}
        empty={alerts.empty}
      />
    </ListPage>
  );
}

const choice = {
  name: ({ message }: AlertRecord) => message,
  Bar: lazyPart(async () => (await import("./AlertBulk.tsx")).AlertBulk),
};

function subjectPath(alert: AlertRecord) {
  const { resource, id } = subjectOf(alert);
  // A service key has no page of its own.
  return resource === "service-keys" ? `/${resource}` : `/${resource}/${id}/show`;
}

const actionsOf = (alert: AlertRecord) =>
  alert.resolvedAt === null ? (
    <div className={`line end gap-4-8 ${styles.actions}`}>
      <NextStep alert={alert} />
      <MarkRead alert={alert} unread={alert.readAt === null} />
    </div>
  ) : null;

const states = [
  { id: "true", name: alerts.state.open },
  { id: "false", name: alerts.state.resolved },
];
const kindChoice = (id: keyof typeof alerts.kind) => ({ id, name: alerts.kind[id] });
const endingSoon = { id: ENDING_SOON, name: alerts.endingSoon };
const kinds = [...ALERT_KINDS.map(kindChoice), endingSoon];
const ownKinds = kinds.filter(({ id }) => !PROVIDER_KINDS.some((kind) => kind === id));

function AlertSearch({ ofAll }: { ofAll: boolean }) {
  return (
    <SearchForm>
      {ofAll ? <OrganizationFilter /> : null}
      <SearchSelect source="open" label={alerts.fields.state} choices={states} />
      <SearchSelect source="kind" choices={ofAll ? kinds : ownKinds} />
    </SearchForm>
  );
}

const organizationName = {
  source: "organizationName",
  names: true,
  long: true,
  noWrap: true,
  width: 200,
  render: subjectName,
} as const satisfies Column<AlertRecord>;

const message = {
  source: "message",
  long: true,
} as const satisfies Column<AlertRecord>;

const kind: Column<AlertRecord> = {
  source: "kind",
  width: 168,
  render: ({ kind, label }) => <AlertChip kind={kind} label={label} />,
};

const times: readonly Column<AlertRecord>[] = [
  {
    source: "raisedAt",
    width: 146,
    sortBy: true,
    noWrap: true,
    render: ({ raisedAt }) => formatDateTime(raisedAt),
  },
  {
    source: "state",
    width: 112,
    render: ({ resolvedAt }) =>
      resolvedAt ? (
        alerts.resolvedAt(formatDateTime(resolvedAt))
      ) : (
        <StatusChip tone="warning" label={alerts.state.open} />
      ),
  },
];

const alertColumns: readonly Column<AlertRecord>[] = [organizationName, kind, message, ...times];

/** Those of the own organization. */
const ownAlertColumns: readonly Column<AlertRecord>[] = [
  { ...message, names: true },
  kind,
  ...times,
];
