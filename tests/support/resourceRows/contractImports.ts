import type { contractImportEndpoints } from "../../../domain/api/contractImports.ts";
import { contractImports } from "../../../server/modules/contractImports/service/commitImport.ts";
import {
  CONTRACT_IMPORTS,
  checkContracts,
  contractCheckOf,
  contractsCsv,
  contractsForm,
} from "../contractImportRequests.ts";
import { at, type RouteRow, systemAdmin, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

/** An import that changed nothing. */
const onImport =
  (below = "", body?: unknown) =>
  async ({ api, people }: WalkWorld) => {
    const made = {
      fileName: "契約.csv",
      createdBy: people.systemAdmin.userId,
      at: api.clock.now(),
      result: { added: 0, updated: 0, unchanged: 1, skipped: 0 },
    };
    const { import_id: id } = await api.db
      .transaction()
      .execute((trx) => contractImports.insert(trx, {}, made));
    return { url: `${CONTRACT_IMPORTS}/${id}${below}`, body };
  };

const ofNoImport =
  (below = "", body?: unknown) =>
  () => ({ unknown: { url: `${CONTRACT_IMPORTS}/${UNKNOWN_ID}${below}`, body } });

/** A file that adds a contract to a new organization. */
async function file({ api }: WalkWorld): Promise<string> {
  const organizationId = await api.anOrganization();
  const { organization_no: number } = await api.db
    .selectFrom("organizations")
    .select("organization_no")
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return contractsCsv([
    `${number},2031-04-01,2032-03-31,100,無制限,山田 太郎,,import@example.com,`,
  ]);
}

async function onChecked(world: WalkWorld) {
  const client = world.api.asSystemAdmin(world.people.systemAdmin);
  const content = await file(world);
  const { digest } = contractCheckOf(await checkContracts(client, content));
  return { url: CONTRACT_IMPORTS, body: contractsForm(content, { digest }) };
}

export const adminRows: Readonly<Record<keyof typeof contractImportEndpoints, RouteRow>> = {
  "GET /contract-imports": { may: systemAdmin, send: at(CONTRACT_IMPORTS) },
  "POST /contract-imports/check": {
    may: systemAdmin,
    send: async (world) => ({
      url: `${CONTRACT_IMPORTS}/check`,
      body: contractsForm(await file(world)),
    }),
  },
  "POST /contract-imports": { may: systemAdmin, send: onChecked },
  "GET /contract-imports/{id}": { may: systemAdmin, send: onImport(), elsewhere: ofNoImport() },
  "POST /contract-imports/{id}/revert": {
    may: systemAdmin,
    send: onImport("/revert", {}),
    elsewhere: ofNoImport("/revert", {}),
  },
};

const created = new Date("2026-01-01T00:00:00Z");
const made = {
  file_name: "契約.csv",
  created_by: "member",
  created_at: created,
};
const committed = { committed_at: created, result: "{}" };
const noImport = { refuses: [{ contract_import_id: 99 }], cascades: true } as const;

export const tableRows: Readonly<Record<string, TableRow>> = {
  contract_imports: {
    stored: [{ contract_import_id: 91, ...made }],
    another: { contract_import_id: 92, ...made },
    optional: ["committed_at", "result", "reverted_at", "undone"],
    constraints: {
      contract_imports_pkey: { refuses: [{ contract_import_id: 91 }] },
      contract_imports_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      contract_imports_committed: {
        refuses: [{ committed_at: created }, { result: "{}" }],
        allows: [committed],
      },
      contract_imports_reverted: {
        refuses: [
          { reverted_at: created, undone: "{}" },
          { ...committed, undone: "{}" },
        ],
        allows: [{ ...committed, reverted_at: created, undone: "{}" }],
      },
    },
  },
  contract_import_rows: {
    stored: [{ contract_import_id: 91, row_no: 1, line: 2, cells: "{}" }],
    another: { contract_import_id: 91, row_no: 2, line: 3, cells: "{}" },
    optional: ["reason"],
    constraints: {
      contract_import_rows_pkey: { refuses: [{ row_no: 1 }] },
      contract_import_rows_contract_import_id_fkey: noImport,
    },
  },
  contract_import_changes: {
    stored: [{ contract_import_id: 91, contract_id: 31, after: "{}" }],
    another: { contract_import_id: 91, contract_id: 32, after: "{}" },
    optional: ["before", "version"],
    constraints: {
      contract_import_changes_pkey: { refuses: [{ contract_id: 31 }] },
      contract_import_changes_contract_import_id_fkey: noImport,
    },
  },
};
