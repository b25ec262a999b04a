import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { LinkBase, useCreatePath } from "react-admin";
import { SIGN_INS } from "../../../domain/audit/operations.ts";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import type { OverviewPerson } from "../../../domain/organizations/overview.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import {
  actorName,
  ChangeSummary,
  Operation,
  useAuditEvents,
} from "../../components/audit/EventParts.tsx";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { RoleNames } from "../../components/display/RoleNames.tsx";
import { UserStatusChip } from "../../components/display/StatusChip.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { AlertChip, NextStep } from "../../resources/alerts/AlertParts.tsx";
import { ContractTimeline } from "../../resources/contracts/timeline/ContractTimeline.tsx";
import type { ContractRecord, OrganizationRecord } from "../../resources/records.ts";
import styles from "./organization.module.css";

/** The path of a list with these filters. */
function listOf(resource: string, filter: object): string {
  return `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

/** What an organization has beside its contracts; the parts of its page share the request. */
export function useOverview(organizationId: number) {
  const { api } = useApi();
  return useQuery({
    queryKey: ["organizations", "overview", organizationId],
    queryFn: ({ signal }) =>
      api("GET /organizations/{id}/overview", { id: organizationId, signal }),
  });
}

const { all, belongings } = organizationPage;

interface TimelineCardProps {
  organization: OrganizationRecord;
  contracts: readonly ContractRecord[];
  total: number;
  today: string;
}

export function TimelineCard({ organization, contracts, total, today }: TimelineCardProps) {
  const { organizationId } = organization;
  return (
    <Card
      title={organizationPage.timeline.title}
      note={<span className="quiet numeric">{belongings.items(formatNumber(total))}</span>}
    >
      {contracts.length === 0 ? (
        <p className="quiet">{organizationPage.current.never}</p>
      ) : (
        <ContractTimeline contracts={contracts} today={today} manages>
          {total > contracts.length ? (
            <p className="wrap gap-4-16 quiet links above-8">
              {organizationPage.timeline.newest(formatNumber(contracts.length))}
              <LinkBase to={listOf("contracts", { organizationId })}>
                {organizationPage.timeline.list}
              </LinkBase>
            </p>
          ) : null}
        </ContractTimeline>
      )}
    </Card>
  );
}

/** Sign-ins are most of the log, and no changes. */
const READ = 30;
const SHOWN = 5;

/** What was changed last, by anybody. */
export function RecentChanges({ organizationId }: { organizationId: number }) {
  const { events, error } = useAuditEvents({ organizationId, size: READ });
  const changes = events?.filter(({ operation }) => !SIGN_INS.includes(operation)).slice(0, SHOWN);
  return (
    <Card title={organizationPage.changes.title}>
      {changes?.length === 0 ? <p className="quiet">{organizationPage.changes.none}</p> : null}
      {changes?.length ? (
        <ol className="ruled">
          {changes.map((event) => (
            <li key={event.id} className={`pad-8-0 ${styles.change}`}>
              <span className="wrap gap-0-12">
                <time className="quiet numeric" dateTime={event.occurredAt}>
                  {formatDateTime(event.occurredAt)}
                </time>
                <span>{actorName(event)}</span>
                <Operation event={event} />
                {event.target.name ? <span>{event.target.name}</span> : null}
              </span>
              {isEdit(event) ? <ChangeSummary event={event} /> : null}
            </li>
          ))}
        </ol>
      ) : null}
      {events ? (
        <p className="wrap gap-4-16 quiet links above-8">
          <LinkBase to={listOf("audit-events", { organizationId })}>
            {organizationPage.changes.all}
          </LinkBase>
        </p>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {events || error ? null : <LoadingState />}
    </Card>
  );
}

/** Of what was created or deleted, all fields changed; the log has them. */
const isEdit = ({ changes }: AuditEvent) =>
  changes.some(({ before, after }) => before !== null && after !== null);

export function OpenAlerts({ organizationId }: { organizationId: number }) {
  const { data, error } = useOverview(organizationId);
  const alerts = data?.alerts;
  return (
    <Card title={organizationPage.alerts.title}>
      {alerts?.total === 0 ? <p className="quiet">{organizationPage.alerts.none}</p> : null}
      {alerts?.total ? (
        <>
          <ul className="ruled">
            {alerts.content.map((alert) => (
              <li key={alert.alertId} className="row gap-4-16 pad-8-0">
                <AlertChip {...alert} />
                <span className={`shrink ${styles.name}`}>{alert.message}</span>
                <NextStep alert={{ ...alert, id: alert.alertId }} />
              </li>
            ))}
          </ul>
          <p className="wrap gap-4-16 quiet links above-8">
            <LinkBase to={listOf("alerts", { organizationId })}>
              {all(belongings.items(formatNumber(alerts.total)))}
            </LinkBase>
          </p>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}

/** Who the admins are, and the first of the others. */
export function PeopleCard({ organization }: { organization: OrganizationRecord }) {
  const createPath = useCreatePath();
  const { organizationId, organizationName } = organization;
  const { data, error } = useOverview(organizationId);
  const page = createPath({ resource: "organizations", type: "show", id: organizationId });
  return (
    <Card
      title={organizationPage.people.title}
      actions={
        <Button
          variant="outlined"
          component={LinkBase}
          to={createPath({ resource: "users", type: "create" })}
          state={{
            record: { organizationId, organizationName },
            back: { to: page, name: organizationName },
          }}
        >
          {organizationPage.people.invite}
        </Button>
      }
    >
      {data ? <People {...data.people} organizationId={organizationId} /> : null}
      {error ? <FailedPart error={error} /> : null}
      {data || error ? null : <LoadingState />}
    </Card>
  );
}

interface PeopleProps {
  content: readonly OverviewPerson[];
  total: number;
  organizationId: number;
}

function People({ content, total, organizationId }: PeopleProps) {
  const createPath = useCreatePath();
  if (content.length === 0) return <p className="quiet">{organizationPage.people.none}</p>;
  return (
    <>
      {content.some(isAdmin) ? null : <p className="quiet">{organizationPage.people.noAdmin}</p>}
      <ul className="ruled">
        {content.map((person) => (
          <li key={person.userId} className="row gap-4-16 pad-8-0">
            <span className={`links shrink ${styles.name}`}>
              <LinkBase to={createPath({ resource: "users", type: "show", id: person.userId })}>
                {person.userName}
              </LinkBase>
              <small className="note block">
                <Copyable
                  label={organizationPage.people.emailOf(person.userName)}
                  value={person.email}
                />
              </small>
            </span>
            <span className={`note ${styles.role}`} data-admin={isAdmin(person)}>
              <RoleNames flags={person} />
            </span>
            {person.status === "ACTIVE" ? null : <UserStatusChip status={person.status} />}
          </li>
        ))}
      </ul>
      <p className="wrap gap-4-16 quiet links above-8">
        <LinkBase to={listOf("users", { organizationId })}>
          {all(belongings.members(formatNumber(total)))}
        </LinkBase>
      </p>
    </>
  );
}

const isAdmin = ({ isOrganizationAdmin, status }: OverviewPerson) =>
  isOrganizationAdmin && status !== "DISABLED";
