import { auditWords } from "virtual:audit-words";
import Button from "@mui/material/Button";
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { LinkBase, useCreatePath, useResourceDefinitions } from "react-admin";
import { actorKindLabels } from "../../../domain/audit/labels.ts";
import type { AuditEvent, AuditEventPage } from "../../../domain/audit/schemas.ts";
import {
  type ChangeWords,
  changeSentence,
  changeWords,
  countWords,
  operationLabel,
  targetKindLabel,
} from "../../../domain/audit/words.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { auditEvents as text } from "../../i18n/ja/resources/auditEvents.ts";
import { useApi } from "../../providers/data/useApi.ts";
import { messageFor } from "../../providers/problems/errorMessage.ts";
import { StatusChip } from "../display/StatusChip.tsx";
import styles from "./audit.module.css";

export type AuditEventRecord = AuditEvent & { id: number };

interface AuditEvents {
  /** Newest first; undefined until the first page has arrived. */
  events: AuditEventRecord[] | undefined;
  error: Error | null;
  isFetching: boolean;
  /** Whether there may be more, although a page may hold none. */
  hasMore: boolean;
  readMore: () => void;
}

const FIRST: string | null = null;

/**
 * The events that `filter` selects, page after page, those after `start` if it is given; a history
 * without a period has no beginning.
 */
export function useAuditEvents(
  filter: Readonly<Record<string, unknown>>,
  start: string | null = FIRST,
): AuditEvents {
  const { api } = useApi();
  const read = useInfiniteQuery<
    AuditEventPage,
    Error,
    InfiniteData<AuditEventPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: ["audit-events", filter, start],
    queryFn: ({ pageParam: after, signal }) =>
      api("GET /audit-events", { query: { ...filter, after }, signal }),
    initialPageParam: start,
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage } = read;
  const events = useMemo(
    () =>
      data?.pages.flatMap(({ content }) =>
        content.map((event) => ({ ...event, id: event.auditEventId })),
      ),
    [data],
  );
  return {
    events,
    error,
    isFetching,
    hasMore: hasNextPage,
    readMore: () => void fetchNextPage(),
  };
}

/** Who acted: the name at that time; what has no name is called by its kind. */
export function actorName({ actor }: Pick<AuditEvent, "actor">): string {
  const { kind, name } = actor;
  if (kind === "system") return actorKindLabels.system;
  return kind === "user" ? name : `${actorKindLabels[kind]} ${name}`.trim();
}

/** What was done, and to how many records where it was one act. */
export function Operation({ event }: { event: AuditEvent }) {
  return (
    <span className="inline-row gap-4-8">
      {operationLabel(auditWords, event.operation)}
      {event.outcome === "REFUSED" ? (
        <StatusChip tone="error" label={text.outcome.REFUSED} />
      ) : null}
      {event.act?.parts ? (
        <StatusChip tone="info" label={text.partCount(formatNumber(event.act.parts))} />
      ) : null}
    </span>
  );
}

/** The record that an event is about, with its name at that time; a link where it has a page. */
export function Target({ target }: Pick<AuditEvent, "target">) {
  const path = usePathOf(target);
  const name = target.name ?? target.id ?? "";
  return (
    <span className={`flex shrink breaks column ${styles.target}`}>
      <small className="quiet">{targetKindLabel(auditWords, target.kind)}</small>
      {path === undefined ? name : <LinkBase to={path}>{name}</LinkBase>}
    </span>
  );
}

function usePathOf({ kind, id }: AuditEvent["target"]): string | undefined {
  const createPath = useCreatePath();
  const definitions = useResourceDefinitions();
  const resource = auditWords.kinds[kind]?.resource;
  if (!resource || id === null) return undefined;
  const { hasShow, hasEdit } = definitions[resource] ?? {};
  if (!hasShow && !hasEdit) return undefined;
  return createPath({ resource, id, type: hasShow ? "show" : "edit" });
}

const SHOWN = 3;

/** The first changes of an event in one line each, and how many more there are. */
export function ChangeSummary({ event }: { event: AuditEvent }) {
  const changes = changeWords(auditWords, event);
  const counts = countWords(event);
  const more = changes.length - SHOWN;
  if (changes.length === 0 && !counts && !event.reason) return null;
  return (
    <ul className={`breaks ${styles.summary}`}>
      {changes.slice(0, SHOWN).map((change) => (
        <li key={keyOf(change)}>{changeSentence(change)}</li>
      ))}
      {more > 0 ? <li>{text.moreChanges(formatNumber(more))}</li> : null}
      {counts ? <li>{counts}</li> : null}
      {event.reason ? <li>{event.reason}</li> : null}
    </ul>
  );
}

export function ChangeTable({ event }: { event: AuditEvent }) {
  const changes = changeWords(auditWords, event);
  if (changes.length === 0) return null;
  return (
    <table className={`data full ${styles.changes}`}>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={keyOf(change)}>
            <th scope="row">{change.label}</th>
            <td>{change.before ?? text.nothing}</td>
            <td>{change.after ?? text.nothing}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyOf({ label, before, after }: ChangeWords): string {
  return JSON.stringify([label, before, after]);
}

interface MoreEventsProps {
  count: number;
  /** Why the latest page could not be read. */
  error: Error | null;
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => void;
}

/** How many events are shown, and a button that reads on. */
export function MoreEvents({ count, error, hasMore, isFetching, onMore }: MoreEventsProps) {
  const shown = count === 0 ? text.searched : text.shown(formatNumber(count));
  const status = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);

  // The button that had the focus goes with the last page.
  useEffect(() => {
    if (!hasMore && pressed.current && document.activeElement === document.body) {
      status.current?.focus();
    }
  }, [hasMore]);

  return (
    <div className="row spread gap-8-16 screen-only pad-12-0">
      <p ref={status} role="status" tabIndex={-1}>
        {count > 0 || hasMore ? shown : ""}
      </p>
      {error && count > 0 && !isFetching ? (
        <p role="alert" className="error">
          {messageFor(error)}
        </p>
      ) : null}
      {hasMore ? (
        <Button
          variant="outlined"
          color="secondary"
          aria-disabled={isFetching}
          onClick={() => {
            pressed.current = true;
            if (!isFetching) onMore();
          }}
        >
          {count === 0 ? text.searchOn : text.more}
        </Button>
      ) : null}
    </div>
  );
}
