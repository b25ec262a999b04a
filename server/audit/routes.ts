import { auditedKinds } from "../../domain/api/areas.ts";
import { auditEndpoints, ownAuditEndpoints } from "../../domain/api/audit.ts";
import { auditWords } from "../../domain/api/auditWords.ts";
import {
  actorKindLabels,
  auditFile,
  auditLabels,
  outcomeLabels,
} from "../../domain/audit/labels.ts";
import { BETWEEN_TWO } from "../../domain/audit/operations.ts";
import { type AuditEvent, type AuditEventPage, auditEvent } from "../../domain/audit/schemas.ts";
import {
  changeSentence,
  changeWords,
  countWords,
  operationLabel,
  targetKindLabel,
} from "../../domain/audit/words.ts";
import { formatDateTime, tokyoDate } from "../../domain/text/dates.ts";
import { unseenWorkspaceName } from "../../domain/workspaces/sentences.ts";
import type { AreaRoutes, Deps, Member } from "../context.ts";
import type { CsvColumn, CsvFile } from "../exports/csvFile.ts";
import { implement } from "../implement.ts";
import { findVisibleIds } from "../modules/workspaces/queries.ts";
import type { AuditFilters, AuditScope } from "./queries/auditConditions.ts";
import {
  type AuditEventRow,
  allAuditEvents,
  type EventPosition,
  findAuditEvents,
} from "./queries/auditEvents.ts";
import { listSeals } from "./service/seals.ts";

const { changes: allChanges, counts } = auditEvent.shape;

/** An event for system admins, with everything that was recorded, except what is between two people. */
function presentAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    auditEventId: row.audit_event_id,
    occurredAt: row.occurred_at,
    operation: row.operation,
    outcome: row.outcome,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    target: {
      kind: row.target_kind,
      id: row.target_id,
      name: row.target_name,
    },
    changes: allChanges.parse(row.changes),
    counts: counts.parse(row.counts),
    reason: BETWEEN_TWO.includes(row.operation) ? null : row.reason,
    requestId: row.request_id,
    address: row.address,
    userAgent: row.user_agent,
    act: row.act && { actId: row.act.id, parts: "parts" in row.act ? row.act.parts : null },
  };
}

/** The workspaces whose names a reader sees; undefined for all of the organization. */
type SeenWorkspaces = ReadonlySet<unknown> | undefined;

/**
 * The same for people of an organization: without the provider's notes, without the addresses
 * of its people, and without the names of workspaces that the reader cannot see.
 */
function presentOwnAuditEvent(row: AuditEventRow, seen: SeenWorkspaces): AuditEvent {
  const event = presentAuditEvent(row);
  const isOwn = row.actor_organization_id === row.organization_id;
  return {
    ...event,
    changes: shownChanges(event).map((change) => withSeenNames(change, seen)),
    reason: event.target.kind === "contract" ? null : event.reason,
    ...(isOwn ? {} : { address: null, userAgent: null }),
  };
}

function withSeenNames(
  change: AuditEvent["changes"][number],
  seen: SeenWorkspaces,
): AuditEvent["changes"][number] {
  if (!seen || change.field !== "workspaces") return change;
  const named = (value: typeof change.before) =>
    Array.isArray(value)
      ? value.map((workspace) => {
          const workspaceId: unknown = Reflect.get(Object(workspace), "workspaceId");
          if (seen.has(workspaceId)) return workspace;
          return { workspaceId, workspaceName: unseenWorkspaceName };
        })
      : value;
  return { ...change, before: named(change.before), after: named(change.after) };
}

/** Whether a change concerns the provider's notes alone, so that an organization sees no event. */
function isInternal(row: AuditEventRow): boolean {
  const event = presentAuditEvent(row);
  return event.changes.length > 0 && shownChanges(event).length === 0;
}

function shownChanges({ target, changes }: AuditEvent): AuditEvent["changes"] {
  const hidden = auditedKinds[target.kind]?.internal ?? [];
  return changes.filter(({ field }) => !hidden.includes(field));
}

/** The text by which a page goes on. */
function presentPosition({ occurredAt, auditEventId }: EventPosition): string {
  return `${occurredAt}_${auditEventId}`;
}

const words = auditWords();

type Column = CsvColumn<AuditEvent>;

const column = (field: keyof typeof auditLabels, value: Column["value"]): Column => ({
  label: auditLabels[field],
  value,
});

const auditCsv: readonly Column[] = [
  column("occurredAt", ({ occurredAt }) => formatDateTime(occurredAt)),
  column("operation", ({ operation }) => operationLabel(words, operation)),
  column("outcome", ({ outcome }) => outcomeLabels[outcome]),
  column("actorKind", ({ actor }) => actorKindLabels[actor.kind]),
  column("actorName", ({ actor }) => actor.name),
  column("actorId", ({ actor }) => actor.id ?? ""),
  column("organizationName", ({ organizationName }) => organizationName ?? ""),
  column("targetKind", ({ target }) => targetKindLabel(words, target.kind)),
  column("targetName", ({ target }) => target.name ?? ""),
  column("targetId", ({ target }) => target.id ?? ""),
  column("changes", (event) => changeWords(words, event).map(changeSentence).join("\n")),
  column("counts", (event) => countWords(event)),
  column("reason", ({ reason }) => reason ?? ""),
  column("address", ({ address }) => address ?? ""),
  column("requestId", ({ requestId }) => requestId ?? ""),
];

interface PageQuery extends AuditFilters {
  size: number;
  after?: EventPosition | undefined;
}

/** Who reads: null for a system admin, who sees everything. */
type AuditReader = Member | null;

/**
 * A page of the events that the reader may see, newest first (docs/product/audit.md#reading). It may
 * hold fewer than `size` although `next` goes on.
 */
async function listAuditEvents(
  { db }: Pick<Deps, "db">,
  reader: AuditReader,
  { size, after, ...filters }: PageQuery,
): Promise<AuditEventPage> {
  const scope = scopeOf(reader);
  const { rows, next } = await findAuditEvents(db, { filters, scope, size, after });
  return {
    content: rows
      .filter((row) => !reader || !isInternal(row))
      .map(presentFor(reader, await seenWorkspaces(db, reader))),
    next: next && presentPosition(next),
  };
}

/**
 * The same as a CSV file, as it is now (docs/product/files.md#csv-of-lists). Throws OVERLOADED while
 * too many files are being downloaded.
 */
async function exportAuditEvents(
  { db, exports, now }: Pick<Deps, "db" | "exports" | "now">,
  reader: AuditReader,
  filters: AuditFilters,
): Promise<CsvFile> {
  return exports.open({
    title: auditFile,
    asciiTitle: "audit-events",
    day: tokyoDate(now()),
    columns: auditCsv,
    prepare: allAuditEvents(filters, scopeOf(reader)),
    present: presentFor(reader, await seenWorkspaces(db, reader)),
  });
}

function presentFor(reader: AuditReader, seen: SeenWorkspaces): (row: AuditEventRow) => AuditEvent {
  return reader ? (row) => presentOwnAuditEvent(row, seen) : presentAuditEvent;
}

/** Dictionaries name their workspaces, of which only organization admins see all. */
async function seenWorkspaces(db: Deps["db"], reader: AuditReader): Promise<SeenWorkspaces> {
  if (!reader || reader.isOrganizationAdmin || !reader.isDictionaryAdmin) return undefined;
  return new Set(await findVisibleIds(db, reader));
}

function scopeOf(reader: AuditReader): AuditScope | undefined {
  if (!reader) return undefined;
  const { organizationId, userId } = reader;
  if (reader.isOrganizationAdmin) return { kind: "organization", organizationId };
  if (reader.isDictionaryAdmin) return { kind: "dictionaries", organizationId, userId };
  return { kind: "ownSignIns", organizationId, userId };
}

export const auditRoutes: AreaRoutes = (app, deps) =>
  implement(app, auditEndpoints, {
    "GET /audit-events": ({ query }) => listAuditEvents(deps, null, query),
    "GET /audit-events/export": ({ query }) => exportAuditEvents(deps, null, query),
    "GET /audit-seals": ({ query }) => listSeals(deps.db, query),
  });

export const ownAuditRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownAuditEndpoints, {
    "GET /audit-events": ({ member, query }) => listAuditEvents(deps, member, query),
    "GET /audit-events/export": ({ member, query }) => exportAuditEvents(deps, member, query),
    "GET /audit-seals": ({ member: { organizationId }, query }) =>
      listSeals(deps.db, { ...query, organizationId }),
  });
