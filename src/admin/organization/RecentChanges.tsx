import { LinkBase } from "react-admin";
import { SIGN_INS } from "../../../domain/audit/operations.ts";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { actorName, ChangeSummary, Operation } from "../../components/audit/EventParts.tsx";
import { useAuditEvents } from "../../components/audit/useAuditEvents.ts";
import { Card } from "../../components/display/Card.tsx";
import { FailedPart, LoadingState } from "../../components/display/LoadError.tsx";
import { organizationPage } from "../../i18n/ja/organizationPage.ts";
import { listOf } from "./listOf.ts";
import styles from "./organization.module.css";

const text = organizationPage.changes;

/** Sign-ins are most of the log, and no changes. */
const READ = 30;
const SHOWN = 5;

/** What was changed last, by anybody. */
export function RecentChanges({ organizationId }: { organizationId: number }) {
  const { events, error } = useAuditEvents({ organizationId, size: READ });
  const changes = events?.filter(({ operation }) => !SIGN_INS.includes(operation)).slice(0, SHOWN);
  return (
    <Card title={text.title}>
      {changes?.length === 0 ? <p className="quiet">{text.none}</p> : null}
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
          <LinkBase to={listOf("audit-events", { organizationId })}>{text.all}</LinkBase>
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
