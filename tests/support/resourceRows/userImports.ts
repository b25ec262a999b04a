import type {
  memberImportEndpoints,
  userImportEndpoints,
} from "../../../domain/api/userImports.ts";
import { userImports } from "../../../server/modules/userImports/queries.ts";
import { someEmail, type TestUser } from "../people.ts";
import {
  at,
  organizationAdmin,
  type RouteRow,
  systemAdmin,
  UNKNOWN_ID,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";
import {
  checkOf,
  checkPeople,
  MEMBER_IMPORTS,
  peopleCsv,
  peopleForm,
  USER_IMPORTS,
} from "../userImportRequests.ts";

interface Stored {
  organizationId: number | null;
  actor: TestUser;
}

/** An import that changed nobody. */
async function stored({ api }: WalkWorld, { organizationId, actor }: Stored): Promise<number> {
  return api.db.transaction().execute(async (trx) => {
    const { import_id } = await userImports.insert(
      trx,
      { organizationId },
      {
        fileName: "メンバー.csv",
        createdBy: actor.userId,
        at: api.clock.now(),
        result: { added: 0, updated: 0, disabled: 0, unchanged: 1, skipped: 0 },
      },
    );
    return import_id;
  });
}

type Area = "staff" | "admin";
const bases = { staff: MEMBER_IMPORTS, admin: USER_IMPORTS } as const;

const scopeOf = (area: Area, { own, people }: WalkWorld) =>
  area === "staff"
    ? { organizationId: own.organizationId, actor: people.organizationAdmin }
    : { organizationId: null, actor: people.systemAdmin };

const onImport =
  (area: Area, below = "", body?: unknown) =>
  async (world: WalkWorld) => {
    const id = await stored(world, scopeOf(area, world));
    return { url: `${bases[area]}/${id}${below}`, body };
  };

/** A member of another organization has an import; to the admin area all of them are foreign. */
const elsewhere =
  (area: Area, below = "", body?: unknown) =>
  async (world: WalkWorld) => {
    const { foreign, people } = world;
    const actor = { ...people.organizationAdmin, userId: foreign.userId };
    const id = await stored(world, { organizationId: foreign.organizationId, actor });
    return {
      foreign: { url: `${bases[area]}/${id}${below}`, body },
      unknown: { url: `${bases[area]}/${UNKNOWN_ID}${below}`, body },
    };
  };

const file = (world: WalkWorld, area: Area) => {
  const person = `新人,,${someEmail()},,`;
  if (area === "staff") return peopleCsv([person]);
  return world.api.db
    .selectFrom("organizations")
    .select("organization_no")
    .where("organization_id", "=", world.own.organizationId)
    .executeTakeFirstOrThrow()
    .then(({ organization_no }) =>
      peopleCsv(
        [`${organization_no},${person}`],
        "組織番号,氏名,フリガナ,メールアドレス,役割,ワークスペース",
      ),
    );
};

const onChecked = (area: Area) => async (world: WalkWorld) => {
  const { actor } = scopeOf(area, world);
  const client = area === "staff" ? world.api.as(actor) : world.api.asSystemAdmin(actor);
  const content = await file(world, area);
  const { digest } = checkOf(await checkPeople(client, bases[area], content));
  return { url: bases[area], body: peopleForm(content, { digest }) };
};

type Rows = Readonly<
  Record<keyof typeof memberImportEndpoints | keyof typeof userImportEndpoints, RouteRow>
>;

const rowsOf = (area: Area, may: RouteRow["may"]): Rows => ({
  "GET /user-imports": { may, send: at(bases[area]) },
  "POST /user-imports/check": {
    may,
    send: async (world) => ({
      url: `${bases[area]}/check`,
      body: peopleForm(await file(world, area)),
    }),
  },
  "POST /user-imports": { may, send: onChecked(area) },
  "GET /user-imports/{id}": { may, send: onImport(area), elsewhere: elsewhere(area) },
  "POST /user-imports/{id}/revert": {
    may,
    send: onImport(area, "/revert", {}),
    elsewhere: elsewhere(area, "/revert", {}),
  },
});

export const adminRows: Readonly<Record<keyof typeof userImportEndpoints, RouteRow>> = rowsOf(
  "admin",
  systemAdmin,
);
export const staffRows: Readonly<Record<keyof typeof memberImportEndpoints, RouteRow>> = rowsOf(
  "staff",
  organizationAdmin,
);

const created = new Date("2026-01-01T00:00:00Z");
const made = {
  file_name: "メンバー.csv",
  created_by: "member",
  created_at: created,
};
const committed = { committed_at: created, result: "{}" };
const noImport = { refuses: [{ user_import_id: 99 }], cascades: true } as const;

export const tableRows: Readonly<Record<string, TableRow>> = {
  user_imports: {
    stored: [{ user_import_id: 91, organization_id: 1, ...made }],
    another: { user_import_id: 92, ...made },
    optional: ["committed_at", "organization_id", "result", "reverted_at", "undone"],
    constraints: {
      user_imports_pkey: { refuses: [{ user_import_id: 91 }] },
      user_imports_organization_id_fkey: { refuses: [{ organization_id: 99 }] },
      user_imports_created_by_fkey: { refuses: [{ created_by: "nobody" }] },
      user_imports_committed: {
        refuses: [{ committed_at: created }, { result: "{}" }],
        allows: [committed],
      },
      user_imports_reverted: {
        refuses: [
          { reverted_at: created, undone: "{}" },
          { ...committed, undone: "{}" },
        ],
        allows: [{ ...committed, reverted_at: created, undone: "{}" }],
      },
    },
  },
  user_import_rows: {
    stored: [{ user_import_id: 91, row_no: 1, line: 2, cells: "{}" }],
    another: { user_import_id: 91, row_no: 2, line: 3, cells: "{}" },
    optional: ["reason"],
    constraints: {
      user_import_rows_pkey: { refuses: [{ row_no: 1 }] },
      user_import_rows_user_import_id_fkey: noImport,
    },
  },
  user_import_changes: {
    stored: [{ user_import_id: 91, user_id: "member", kind: "ADDED" }],
    another: { user_import_id: 91, user_id: "second", kind: "ADDED" },
    optional: ["after", "before", "version"],
    constraints: {
      user_import_changes_pkey: { refuses: [{ user_id: "member" }] },
      user_import_changes_user_import_id_fkey: noImport,
      user_import_changes_user_id_fkey: { refuses: [{ user_id: "nobody" }] },
      user_import_changes_kind_check: { refuses: [{ kind: "OTHER" }] },
      user_import_changes_kind: {
        refuses: [{ kind: "UPDATED" }, { before: "{}" }, { kind: "UPDATED", before: "{}" }],
        allows: [{ kind: "UPDATED", before: "{}", after: "{}" }],
      },
    },
  },
};
