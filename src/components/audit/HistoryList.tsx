import { auditWords } from "virtual:audit-words";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useCanAccess, useCreatePath, useNavigate } from "react-admin";
import { foldBack } from "../../../domain/audit/changes.ts";
import { SIGN_INS } from "../../../domain/audit/operations.ts";
import type { AuditEvent } from "../../../domain/audit/schemas.ts";
import { formatDateTime } from "../../../domain/text/dates.ts";
import { auditEvents } from "../../i18n/ja/resources/auditEvents.ts";
import { LoadError, LoadingState } from "../display/LoadError.tsx";
import { type DraftValues, draftKey, proposeValues } from "../draft/draftStore.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";
import {
  type AuditEventRecord,
  actorName,
  ChangeSummary,
  MoreEvents,
  Operation,
  useAuditEvents,
} from "./EventParts.tsx";

const text = auditEvents.history;

/** A record whose history is shown: its kind in the log, and its fields as they are now. */
export interface HistoryOf {
  kind: string;
  id: number | string;
  record: Readonly<Record<string, unknown>>;
  /** The address of its form. Default: that of the resource. */
  form?: string;
}

const RecordAt = lazyDialog(async () => (await import("./RecordAt.tsx")).RecordAt);

interface HistoryListProps extends HistoryOf {
  /** Of an entry: takes its values before an event. Undefined where it cannot be edited now. */
  onUndo?: ((before: object) => void) | undefined;
}

/** The events of a record, newest first, each with the record as it was after it. */
export function HistoryList({ onUndo, ...of }: HistoryListProps) {
  const { kind, id, record } = of;
  const { events, error, isFetching, hasMore, readMore } = useAuditEvents({
    targetKind: kind,
    targetId: String(id),
  });
  const [shown, setShown] = useState<AuditEventRecord>();
  const changes = events
    ?.filter(({ operation }) => !SIGN_INS.includes(operation))
    .map((event) => ownPart(event, kind, id));
  if (!events || !changes) return error ? <LoadError error={error} /> : <LoadingState />;
  return (
    <>
      {changes.length === 0 && !hasMore ? <p className="quiet body-text">{text.none}</p> : null}
      <ol>
        {changes.map((event) => (
          <li key={event.id} className="pad-8-0 line-below">
            <div className="row gap-4-16">
              <time className="quiet" dateTime={event.occurredAt}>
                {formatDateTime(event.occurredAt)}
              </time>
              <span>{actorName(event)}</span>
              <Operation event={event} />
            </div>
            <ChangeSummary event={event} />
            {kind === "entry" ? (
              <UndoEntry event={event} onUndo={onUndo} />
            ) : event.changes.length > 0 ? (
              <div className="wrap gap-8 screen-only above-4">
                <Button size="small" color="secondary" onClick={() => setShown(event)}>
                  {text.at}
                </Button>
                <UndoButton {...of} event={event} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {hasMore ? (
        <MoreEvents
          count={changes.length}
          error={error}
          hasMore={hasMore}
          isFetching={isFetching}
          onMore={readMore}
        />
      ) : (
        <p className="quiet body-text">{text.beginning}</p>
      )}
      {shown ? (
        <RecordAt
          kind={kind}
          time={shown.occurredAt}
          now={record}
          then={recordAfter({ kind, record }, events, shown)}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  );
}

/** The record just after an event: all later ones are folded back, which stand before it. */
function recordAfter(
  { kind, record }: Pick<HistoryOf, "kind" | "record">,
  events: readonly AuditEventRecord[],
  event: AuditEventRecord,
) {
  const later = events.slice(0, events.indexOf(event));
  return later.reduce(
    (at, { changes }) => foldBack(auditWords.kinds[kind] ?? {}, at, changes),
    record,
  );
}

/** Of an event about many entries, what it says of this one. */
function ownPart(event: AuditEventRecord, kind: string, id: number | string): AuditEventRecord {
  if (kind !== "entry") return event;
  return { ...event, changes: event.changes.filter(({ entryId }) => entryId === id) };
}

interface UndoEntryProps extends Pick<HistoryListProps, "onUndo"> {
  event: AuditEventRecord;
}

function UndoEntry({ event, onUndo }: UndoEntryProps) {
  const before = event.changes[0]?.before;
  if (!onUndo || typeof before !== "object" || before === null) return null;
  return (
    <Button size="small" color="secondary" onClick={() => onUndo(before)}>
      {text.undo}
    </Button>
  );
}

/**
 * 元に戻す: offers the values before an event in the form of the record, as a draft does. Only the
 * save changes the record, and is itself an event.
 */
function UndoButton({ kind, id, record, form, event }: HistoryOf & { event: AuditEvent }) {
  const words = auditWords.kinds[kind];
  const resource = words?.resource ?? "";
  const createPath = useCreatePath();
  const navigate = useNavigate();
  const { canAccess } = useCanAccess({ resource, action: "edit" });
  const values = valuesBefore(event, words?.editable ?? []);
  if (!canAccess || Object.keys(values).length === 0) return null;

  function open() {
    const { version } = record;
    proposeValues(draftKey(resource, id), {
      ...(typeof version === "number" ? { version } : {}),
      values,
    });
    navigate(form ?? createPath({ resource, id, type: "edit" }));
  }

  return (
    <Button
      size="small"
      color="secondary"
      title={text.undoHint(formatDateTime(event.occurredAt))}
      onClick={open}
    >
      {text.undo}
    </Button>
  );
}

function valuesBefore({ changes }: AuditEvent, editable: readonly string[]): DraftValues {
  const values = changes
    .filter(({ field }) => editable.includes(field))
    .flatMap(({ field, before }) => (isPlain(before) ? [[field, before] as const] : []));
  return Object.fromEntries(values);
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
