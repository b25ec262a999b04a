import { auditWords } from "../../../domain/api/auditWords.ts";
import {
  actorKindLabels,
  auditFile,
  auditLabels,
  outcomeLabels,
} from "../../../domain/audit/labels.ts";
import type { AuditEvent, AuditEventPage } from "../../../domain/audit/schemas.ts";
import {
  changeSentence,
  changeWords,
  countWords,
  operationLabel,
  targetKindLabel,
} from "../../../domain/audit/words.ts";
import { formatDateTime, tokyoDate } from "../../../domain/text/dates.ts";
import type { Deps, Member } from "../../context.ts";
import type { CsvColumn, CsvFile } from "../../exports/csvFile.ts";
import { findVisibleIds } from "../../modules/workspaces/queries.ts";
import {
  isInternal,
  presentAuditEvent,
  presentOwnAuditEvent,
  presentPosition,
  type SeenWorkspaces,
} from "../present.ts";
import type { AuditFilters, AuditScope } from "../queries/auditConditions.ts";
import {
  type AuditEventRow,
  allAuditEvents,
  type EventPosition,
  findAuditEvents,
} from "../queries/auditEvents.ts";

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
export type AuditReader = Member | null;

/**
 * A page of the events that the reader may see, newest first (docs/product/audit.md#reading). It may
 * hold fewer than `size` although `next` goes on.
 */
export async function listAuditEvents(
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
export async function exportAuditEvents(
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
