import type { Kysely } from "kysely";
import {
  type KnownOrganization,
  type PlannedRow,
  planContracts,
  type StagedContract,
} from "../../../../domain/contractImports/plan.ts";
import { IMPORTED_FIELDS } from "../../../../domain/contractImports/rules.ts";
import type { ContractImportCounts } from "../../../../domain/contractImports/schemas.ts";
import { type ChosenReading, withReadings } from "../../../../domain/imports/chosenReadings.ts";
import { sha256 } from "../../../bytes.ts";
import type { Tables } from "../../../db/tables.ts";
import { presentContract } from "../../contracts/present.ts";
import { type ContractRow, findContracts } from "../../contracts/queries/contracts.ts";
import {
  findOrganizations,
  findOwners,
  findPeriods,
} from "../../contracts/queries/manyContracts.ts";

/** What an import would do with the database as it is now. */
export interface Plan {
  /** As the file has them, which the digest stands for. */
  checked: PlannedRow[];
  /** With the readings that were chosen. */
  rows: PlannedRow[];
  /** The contracts that the file names, by their ids. */
  contracts: ReadonlyMap<number, ContractRow>;
  counts: ContractImportCounts;
  /** The same for plans that do the same. */
  digest: string;
}

/**
 * Compares the rows of a file with the contracts that are there on a day. Chosen readings are those of rows
 * that state none.
 */
export async function planImport(
  db: Kysely<Tables>,
  staged: readonly StagedContract[],
  today: string,
  chosen: readonly ChosenReading[] = [],
): Promise<Plan> {
  const { organizations, contracts } = await knownOrganizations(db, staged, today);
  const emails = staged.flatMap(({ cells: { adminEmail } }) => adminEmail ?? []);
  const owners = await findOwners(db, [...new Set(emails)]);
  const known = { organizations, owners };
  const checked = planContracts(staged, known);
  const rows =
    chosen.length > 0
      ? planContracts(withReadings(staged, chosen, "adminNameKana"), known)
      : checked;
  return { checked, rows, contracts, counts: countsOf(rows), digest: digestOf(checked) };
}

async function knownOrganizations(
  db: Kysely<Tables>,
  staged: readonly StagedContract[],
  today: string,
) {
  const starts = new Map<string, Set<string>>();
  for (const { cells, reason } of staged) {
    const { organizationNo = "", startDate = "" } = cells;
    if (reason !== null) continue;
    const known = starts.get(organizationNo);
    if (known) known.add(startDate);
    else starts.set(organizationNo, new Set([startDate]));
  }
  const found = await findOrganizations(db, [...starts.keys()]);
  const numbers = new Map(found.map((row) => [row.organization_id, row.organization_no]));
  const periods = await findPeriods(db, [...numbers.keys()]);
  const named = [...periods.values()]
    .flat()
    .filter(({ organizationId, startDate }) =>
      starts.get(numbers.get(organizationId) ?? "")?.has(startDate),
    );
  const contracts = await findContracts(
    db,
    named.map(({ contractId }) => contractId),
  );
  const organizations = new Map(
    found.map((row): [string, KnownOrganization] => {
      const { organization_id: organizationId, organization_name: organizationName } = row;
      return [
        row.organization_no,
        { organizationId, organizationName, contracts: new Map(), periods: [] },
      ];
    }),
  );
  return { organizations: withContracts(organizations, { periods, contracts, today }), contracts };
}

interface Contracts {
  periods: Awaited<ReturnType<typeof findPeriods>>;
  contracts: ReadonlyMap<number, ContractRow>;
  today: string;
}

function withContracts(
  organizations: ReadonlyMap<string, KnownOrganization>,
  { periods, contracts, today }: Contracts,
): ReadonlyMap<string, KnownOrganization> {
  return new Map(
    [...organizations].map(([number, organization]) => {
      const own = periods.get(organization.organizationId) ?? [];
      const byStart = own.flatMap(({ contractId, startDate }) => {
        const row = contracts.get(contractId);
        return row ? [[startDate, presentContract(row, today)] as const] : [];
      });
      return [number, { ...organization, periods: own, contracts: new Map(byStart) }];
    }),
  );
}

function countsOf(rows: readonly PlannedRow[]): ContractImportCounts {
  const counts = { new: 0, update: 0, unchanged: 0, error: 0 };
  for (const { verdict } of rows) counts[COUNTED[verdict]] += 1;
  return counts;
}

const COUNTED = { NEW: "new", UPDATE: "update", UNCHANGED: "unchanged", ERROR: "error" } as const;

/** A contract that was changed in any way since has another version. */
function digestOf(rows: readonly PlannedRow[]): string {
  const done = rows.map(({ rowNo, verdict, cells, before, after }) => [
    rowNo,
    verdict,
    verdict === "ERROR" ? cells : null,
    verdict === "UPDATE" ? [before?.contractId, before?.version] : null,
    after && [after.organizationId, after.startDate],
    IMPORTED_FIELDS.map((field) => after?.[field]),
  ]);
  return sha256(JSON.stringify(done)).toString("base64url");
}
