import { changesOf, editErrors, withBlanks } from "../contracts/edit.ts";
import { contractLabels, unlimitedLabel } from "../contracts/fields.ts";
import {
  editError,
  effectiveEnd,
  hasUsage,
  type Period,
  periodsOverlap,
} from "../contracts/rules.ts";
import type { Contract } from "../contracts/schemas.ts";
import { grouped } from "../grouped.ts";
import {
  allFaults,
  type Fault,
  fault,
  isFault,
  refusedRow,
  type StagedRow,
} from "../imports/rows.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { isSeenAlike } from "../text/unseen.ts";
import {
  CONTRACT_FIELDS,
  type ContractCells,
  type ContractField,
  type ContractImportVerdict,
  contractRowSentences,
  IMPORTED_FIELDS,
} from "./rules.ts";

export type ImportedFields = Pick<Contract, (typeof IMPORTED_FIELDS)[number]>;

/** A contract as an import leaves or makes it. */
interface PlannedContract extends ImportedFields, Pick<Contract, "startDate"> {
  organizationId: number;
  organizationName: string;
}

/** What an import does with a row; `before` is null for a new contract. */
export interface PlannedRow extends StagedRow<ContractField> {
  verdict: ContractImportVerdict;
  before: Contract | null;
  after: PlannedContract | null;
}

/** The contracts of an organization that a file names. */
export interface KnownOrganization {
  organizationId: number;
  organizationName: string;
  /** By their start, as they are today; those that the file does not name may be missing. */
  contracts: ReadonlyMap<string, Contract>;
  /** The valid days of all its contracts. */
  periods: readonly (Period & { contractId: number })[];
}

/** What the database has of what a file names. */
export interface Known {
  /** By 組織番号. */
  organizations: ReadonlyMap<string, KnownOrganization>;
  /** Whose an address is: an organization's, or null for a system admin. A free one is missing. */
  owners: ReadonlyMap<string, number | null>;
}

/**
 * What an import would do, row by row, by the rules of a new contract and of an edit
 * (docs/product/contracts.md#file). A contract is known by its organization's number and its start.
 * Empty cells and missing columns leave what is there. All rows are compared with the periods at the
 * end: one contract may be shortened in the file that brings its successor.
 */
export function planContracts(
  rows: readonly StagedRow<ContractField>[],
  known: Known,
): PlannedRow[] {
  const firstLines = new Map<string, number>();
  const planned = rows.map((row): PlannedRow => {
    const { reason, wrong } = row;
    const done = reason === null ? plannedOf(row, known, firstLines) : { reason, wrong };
    return isFault(done) ? refusedRow(row, done) : { ...row, reason: null, ...done };
  });
  const reasons = overlapReasons(planned, known);
  return planned.map((row) => {
    const reason = reasons.get(row.rowNo);
    return reason === undefined ? row : refusedRow(row, fault(reason, "startDate", "endDate"));
  });
}

/** The name of a row that the import could give a reading that nobody has stated; null for others. */
export function nameToRead({ before, after }: PlannedRow): string | null {
  if (!after || after.adminNameKana !== null) return null;
  const isReadOnly = before && editError("adminNameKana", before.status, hasUsage(before));
  return isReadOnly ? null : after.adminName;
}

type Planned = Pick<PlannedRow, "verdict" | "before" | "after">;
type Refusal = Fault<ContractField>;

/** What becomes of a row that is read, or why nothing does. */
function plannedOf(
  { line, cells }: StagedRow<ContractField>,
  { organizations, owners }: Known,
  firstLines: Map<string, number>,
): Planned | Refusal {
  const { organizationNo = "", organizationName = "", startDate = "" } = cells;
  const key = JSON.stringify([organizationNo, startDate]);
  const firstLine = firstLines.get(key);
  if (firstLine !== undefined) {
    return fault(contractRowSentences.repeated(firstLine), "organizationNo", "startDate");
  }
  firstLines.set(key, line);
  const organization = organizations.get(organizationNo);
  if (!organization) return fault(fieldSentences.organizationUnknown, "organizationNo");
  if (organizationName !== "" && !isSeenAlike(organizationName, organization.organizationName)) {
    return fault(contractRowSentences.organizationNameDiffers, "organizationName");
  }
  const before = organization.contracts.get(startDate) ?? null;
  const stated = statedFields(cells);
  return before
    ? changed(before, stated, owners)
    : added({ ...organization, startDate }, stated, owners);
}

/** The values that cells state; those of empty ones are missing. */
function statedFields(cells: ContractCells): Partial<ImportedFields> {
  const stated: Partial<ImportedFields> = {};
  for (const field of IMPORTED_FIELDS) {
    const cell = cells[field] ?? "";
    if (cell === "") continue;
    if (isCap(field)) {
      stated[field] = cell === unlimitedLabel ? null : Number(cell);
    } else stated[field] = cell;
  }
  return stated;
}

function changed(
  before: Contract,
  stated: Partial<ImportedFields>,
  owners: Known["owners"],
): Planned | Refusal {
  const changes = changesOf(before, stated);
  const after = { ...before, ...changes };
  if (Object.keys(changes).length === 0) return { verdict: "UNCHANGED", before, after };
  const { errors } = editErrors(before, changes);
  const faults = Object.entries(errors).map(([field, sentence]): Refusal => {
    const named =
      isCap(field) && !editError(field, before.status, hasUsage(before))
        ? contractRowSentences.of(field, sentence)
        : sentence;
    return fault(named, ...CONTRACT_FIELDS.filter((one) => one === field));
  });
  if (changes.adminEmail && isOfOther(changes.adminEmail, before.organizationId, owners)) {
    faults.push(fault(fieldSentences.emailOfOther, "adminEmail"));
  }
  if (faults.length > 0) return allFaults(faults);
  return { verdict: "UPDATE", before, after };
}

type NewContract = Pick<PlannedContract, "organizationId" | "organizationName" | "startDate">;

function added(
  { organizationId, organizationName, startDate }: NewContract,
  stated: Partial<ImportedFields>,
  owners: Known["owners"],
): Planned | Refusal {
  const fields = withBlanks(stated);
  if (!isWhole(fields)) {
    return allFaults(
      missingIn(fields).map((field) =>
        fault(fieldSentences.required(contractLabels[field]), field),
      ),
    );
  }
  if (fields.endDate < startDate) return fault(fieldSentences.endBeforeStart, "endDate");
  if (isOfOther(fields.adminEmail, organizationId, owners)) {
    return fault(fieldSentences.emailOfOther, "adminEmail");
  }
  const after = { organizationId, organizationName, startDate, ...fields };
  return { verdict: "NEW", before: null, after };
}

const missingIn = (fields: Partial<ImportedFields>) =>
  IMPORTED_FIELDS.filter((field) => fields[field] === undefined);

const isWhole = (fields: Partial<ImportedFields>): fields is ImportedFields =>
  missingIn(fields).length === 0;

function isOfOther(email: string, organizationId: number, owners: Known["owners"]): boolean {
  const owner = owners.get(email);
  return owner !== undefined && owner !== organizationId;
}

/** Its sentence 利用済みの37件以上で… does not say of which cap. */
const isCap = (field: string) => field === "maxTranscriptCount" || field === "maxTranscriptMinutes";

/** The rows whose period would overlap another one if all rows that are no errors were written. */
function overlapReasons(rows: readonly PlannedRow[], known: Known): ReadonlyMap<number, string> {
  const ofOrganization = grouped(
    rows.flatMap((row) =>
      row.after && row.verdict !== "UNCHANGED" ? [[row.after.organizationId, row] as const] : [],
    ),
  );
  const reasons = new Map<number, string>();
  for (const organization of known.organizations.values()) {
    const own = ofOrganization.get(organization.organizationId) ?? [];
    for (const [{ row }, { row: other, ...period }] of overlapsOf(extentsOf(own, organization))) {
      if (!row) continue;
      const reason = other
        ? contractRowSentences.overlapsRow(other.line)
        : contractRowSentences.overlapsContract(period);
      reasons.set(row.rowNo, reason);
    }
  }
  return reasons;
}

/** The valid days of a contract after a change. `grows`: some of them it did not have before. */
interface Extent extends Period {
  grows: boolean;
}

/**
 * The periods that grow into another one, each with one that it overlaps; all are of one organization.
 * A contract that does not grow is never at fault, since contracts do not overlap before. So a change that is left
 * out makes no other one wrong: it gives no days back to anybody.
 */
export function overlapsOf<Each extends Extent>(extents: readonly Each[]): [Each, Each][] {
  const inOrder = extents.toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));
  const found: [Each, Each][] = [];
  let latest: Each | undefined;
  for (const [index, extent] of inOrder.entries()) {
    const next = inOrder[index + 1];
    // A contract that overlaps a later one overlaps the next; of the earlier ones the one that ends last.
    const other = [latest, next].find((one) => one !== undefined && periodsOverlap(extent, one));
    if (extent.grows && other) found.push([extent, other]);
    if (!latest || extent.endDate > latest.endDate) latest = extent;
  }
  return found;
}

type RowExtent = Extent & { row: PlannedRow | null };

function extentsOf(rows: readonly PlannedRow[], { periods }: KnownOrganization): RowExtent[] {
  const written = new Set(rows.flatMap(({ before }) => before?.contractId ?? []));
  const left = periods
    .filter(({ contractId }) => !written.has(contractId))
    .map(({ startDate, endDate }) => ({ startDate, endDate, grows: false, row: null }));
  const changes = rows.flatMap((row) => {
    const { before, after } = row;
    if (!after) return [];
    const term = { endDate: after.endDate, terminationDate: before?.terminationDate ?? null };
    const endDate = effectiveEnd(term);
    const grows = !before || endDate > effectiveEnd(before);
    return [{ startDate: after.startDate, endDate, grows, row }];
  });
  return [...left, ...changes];
}
