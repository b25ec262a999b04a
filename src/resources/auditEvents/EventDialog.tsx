import type { ReactNode } from "react";
import { countWords } from "../../../domain/audit/words.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import styles from "../../components/audit/audit.module.css";
import {
  type AuditEventRecord,
  actorName,
  ChangeSummary,
  ChangeTable,
  MoreEvents,
  Operation,
  Target,
  useAuditEvents,
} from "../../components/audit/EventParts.tsx";
import { Copyable } from "../../components/copy/Copyable.tsx";
import { DialogFrame } from "../../components/dialog/DialogFrame.tsx";
import { LoadError, LoadingState } from "../../components/display/LoadError.tsx";
import { auditEvents as text } from "../../i18n/ja/resources/auditEvents.ts";

interface EventDialogProps {
  event: AuditEventRecord;
  onClose: () => void;
}

/** Everything that an event holds. */
export function EventDialog({ event, onClose }: EventDialogProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text.fields.occurredAt, formatDateTime(event.occurredAt)],
    [text.fields.operation, <Operation key="operation" event={event} />],
    [text.fields.actorName, actorName(event)],
    [text.fields.targetName, <Target key="target" target={event.target} />],
    [text.fields.organizationName, event.organizationName],
    [text.fields.counts, countWords(event)],
    [text.fields.reason, event.reason],
    [text.fields.address, event.address],
    [text.fields.userAgent, event.userAgent],
    [
      text.fields.requestId,
      event.requestId ? (
        <Copyable key="requestId" label={text.fields.requestId} value={event.requestId} />
      ) : null,
    ],
  ];
  return (
    <DialogFrame title={text.detail} onClose={onClose}>
      <dl className={`grid gap-12-24 below-16 ${styles.facts}`}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt className="note">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <ChangeTable event={event} />
      {event.act?.parts ? (
        <Parts event={event} actId={event.act.actId} total={event.act.parts} />
      ) : null}
    </DialogFrame>
  );
}

/** So many records of an act are read at once. */
const PART_ROWS = 50;

interface PartsProps {
  event: AuditEventRecord;
  actId: string;
  total: number;
}

/** The records that were changed at once, each with its changes. */
function Parts({ event: { occurredAt, auditEventId }, actId, total }: PartsProps) {
  const place = `${occurredAt}_${auditEventId}`;
  const read = useAuditEvents({ actId, size: PART_ROWS }, place);
  const { events, error, isFetching, readMore } = read;
  const hasMore = read.hasMore && (events?.length ?? 0) < total;
  return (
    <section aria-label={text.parts}>
      <h3 className="above-16 section-text">{text.parts}</h3>
      {events ? null : error ? <LoadError error={error} /> : <LoadingState />}
      <ol>
        {events?.map((part) => (
          <li key={part.id} className="pad-8-0 line-below">
            <Target target={part.target} />
            <ChangeSummary event={part} />
          </li>
        ))}
      </ol>
      {events ? (
        <MoreEvents
          count={events.length}
          error={error}
          hasMore={hasMore}
          isFetching={isFetching}
          onMore={readMore}
        />
      ) : null}
    </section>
  );
}
