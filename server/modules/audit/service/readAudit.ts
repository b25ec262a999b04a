import { auditFile } from "../../../../domain/audit/labels.ts";
import type { AuditEvent, AuditEventPage } from "../../../../domain/audit/schemas.ts";
import { tokyoDate } from "../../../../domain/text/dates.ts";
import type { Deps, Member } from "../../../context.ts";
import type { CsvFile } from "../../../exports/csvFile.ts";
import { auditCsv } from "../auditCsv.ts";
import { isInternal, presentAuditEvent, presentOwnAuditEvent, presentPlace } from "../present.ts";
import {
  type AuditEventRow,
  type AuditFilters,
  type AuditScope,
  allAuditEvents,
  findAuditEvents,
  type Place,
} from "../queries/auditEvents.ts";

interface PageQuery extends AuditFilters {
  size: number;
  after?: Place | undefined;
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
    content: rows.filter((row) => !reader || !isInternal(row)).map(presentFor(reader)),
    next: next && presentPlace(next),
  };
}

/**
 * The same as a CSV file, as it is now (docs/product/files.md#csv-of-lists). Throws OVERLOADED while
 * too many files are being downloaded.
 */
export function exportAuditEvents(
  { exports, now }: Pick<Deps, "exports" | "now">,
  reader: AuditReader,
  filters: AuditFilters,
): Promise<CsvFile> {
  return exports.open({
    title: auditFile,
    asciiTitle: "audit-events",
    day: tokyoDate(now()),
    columns: auditCsv,
    prepare: allAuditEvents(filters, scopeOf(reader)),
    present: presentFor(reader),
  });
}

function presentFor(reader: AuditReader): (row: AuditEventRow) => AuditEvent {
  return reader ? presentOwnAuditEvent : presentAuditEvent;
}

function scopeOf(reader: AuditReader): AuditScope | undefined {
  if (!reader) return undefined;
  const { organizationId, userId } = reader;
  if (reader.isOrganizationAdmin) return { kind: "organization", organizationId };
  if (reader.isDictionaryAdmin) return { kind: "dictionaries", organizationId, userId };
  return { kind: "ownSignIns", organizationId, userId };
}
