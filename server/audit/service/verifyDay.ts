import type { Kysely } from "kysely";
import type { FieldChange } from "../../../domain/audit/schemas.ts";
import type { Tables } from "../../db/tables.ts";
import { entriesOf, eventSearchKey } from "../derivedColumns.ts";
import { ErasedHash, erasedValues } from "../erasedHash.ts";
import { type ErasingRecord, type EventRow, eventsOfDay, type SealRow } from "../queries/seals.ts";
import { PLAIN_VERSION, SealHash } from "../sealHash.ts";
import type { Erasings } from "./erasings.ts";
import { formOf, hex } from "./seals.ts";

export interface VerifiedDay {
  /** What differs, in a few words. */
  difference: string | null;
  events: number;
  /** Values of which only a digest is left. */
  erased: number;
  /** Whether only what an erasing has left is proven, since the seal has version 1. */
  isResealed: boolean;
}

interface Evidence {
  seal: SealRow;
  /** What the latest erasing has recorded of the day. */
  record: ErasingRecord | undefined;
  erasings: Erasings;
}

/** Compares the events of a day with its seal and with what erasings have recorded. */
export async function verifyDay(
  db: Kysely<Tables>,
  { seal, record, erasings }: Evidence,
): Promise<VerifiedDay> {
  const hash = new SealHash(formOf(seal));
  const left = new ErasedHash({ organizationId: seal.organization_id, day: seal.day });
  let erased = 0;
  let fault: string | undefined;
  for await (const row of eventsOfDay(db, seal.organization_id, seal.day)) {
    hash.add(row.sealed);
    left.add(row.sealed);
    erased += erasedValues(row.sealed).length;
    fault ??= erasings.faultOf(row.sealed) ?? derivedFault(row);
  }
  const { root, count } = hash.end();
  const found = { events: count, erased, isResealed: hex(root) !== hex(seal.root) };
  const differs = (difference: string): VerifiedDay => ({ ...found, difference });
  if (count !== seal.event_count) {
    return differs(`it has ${count} events, and ${seal.event_count} were sealed`);
  }
  const isPlain = seal.version === PLAIN_VERSION;
  if (found.isResealed && (!isPlain || record?.after !== hex(root) || erased === 0)) {
    return differs("an event is not as it was sealed");
  }
  if (record && !erasings.explainsRecord(record)) {
    return differs("the record of what an erasing left belongs to no erasing");
  }
  const recorded = record?.before ?? null;
  if (recorded !== null && recorded !== hex(seal.root)) {
    return differs("the record of an erasing names another root than that of its seal");
  }
  if (fault !== undefined) return differs(fault);
  const rest = left.end();
  if (!isPlain && (rest.count > 0 || record) && record?.after !== rest.root) {
    return differs("what was erased is not as the erasing left it");
  }
  return { ...found, difference: null };
}

/** What the log is found by is in no seal: it follows from what is. An erasing leaves no salt. */
function derivedFault({ sealed, entryIds, searchKey }: EventRow): string | undefined {
  const { auditEventId, actorName, targetName, changes, salt, sealedParts } = sealed;
  if (salt && sealedParts) return `event ${auditEventId} has a salt that an erasing deletes`;
  const entries = entriesOf(changes as FieldChange[]);
  if (JSON.stringify(entries) !== JSON.stringify(entryIds)) {
    return `the entries of event ${auditEventId} do not follow from its changes`;
  }
  return searchKey === eventSearchKey(String(actorName), targetName as string | null)
    ? undefined
    : `the search key of event ${auditEventId} does not follow from its names`;
}
