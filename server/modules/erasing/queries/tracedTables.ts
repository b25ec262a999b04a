import { type RawBuilder, sql } from "kysely";
import { closingKind } from "../../../../domain/api/closings.ts";
import { contractImportKind } from "../../../../domain/api/contractImports.ts";
import { userImportKind } from "../../../../domain/api/userImports.ts";
import { viewKind } from "../../../../domain/api/views.ts";
import type { ErasedKind } from "../../../../domain/erasing/labels.ts";

/** Whose traces are looked for, and where. */
export interface Traced {
  organizationId: number | null;
  userIds: readonly string[];
  emails: readonly string[];
  /** With what belongs to the organization as a whole. */
  isWhole: boolean;
}

/** Rows of `t` in which what people typed or what is known of them stands. */
export interface TracedTable {
  /** What the certificate counts them as. */
  counted: ErasedKind;
  table: string;
  /** Texts and values of JSON that are searched; none where the rows of the people are all. */
  columns: readonly string[];
  /** Rows with a name go, or the name in them, or the value that has it. */
  does: "delete" | "rewrite" | "clear";
  /** Which rows are searched. */
  where?: (traced: Traced) => RawBuilder<unknown>;
  /** Rows that go whatever they hold. */
  own?: (traced: Traced) => RawBuilder<unknown>;
  /** The kind of record that events of the provider's log are about, which then hold the same. */
  logged?: string;
}

const all = () => sql`true`;
const ofOrganization = ({ organizationId }: Traced) =>
  sql`t.organization_id = ${organizationId}::bigint`;
/** Those of system admins may be about any organization. */
const ofItOrProvider = ({ organizationId }: Traced) =>
  sql`(t.organization_id is null or t.organization_id = ${organizationId}::bigint)`;
const ofUsers =
  (column: string) =>
  ({ userIds }: Traced) =>
    sql`${sql.ref(`t.${column}`)} = any(${userIds}::text[])`;

/**
 * Where personal data stands besides the rows of users and contracts and the audit log: erasing works
 * through it, and through the events about these records (docs/decisions/083-one-list-of-places.md).
 */
export const TRACED_TABLES: readonly TracedTable[] = [
  {
    counted: "sessions",
    table: "admin_sessions",
    columns: [],
    does: "delete",
    own: ofUsers("user_id"),
  },
  { counted: "sessions", table: "sign_ins", columns: [], does: "delete", own: ofUsers("user_id") },
  {
    counted: "invitations",
    table: "invitations",
    columns: [],
    does: "delete",
    own: ofUsers("user_id"),
  },
  {
    counted: "memberships",
    table: "workspace_members",
    columns: [],
    does: "delete",
    own: (traced) => sql`${ofOrganization(traced)} and ${ofUsers("user_id")(traced)}`,
  },
  {
    counted: "mails",
    table: "mails",
    columns: [],
    does: "delete",
    own: ({ emails }) => sql`t.recipient = any(${emails}::text[])`,
  },
  {
    counted: "storedAnswers",
    table: "idempotency_keys",
    columns: ["headers", "body"],
    does: "delete",
    where: all,
    own: ofUsers("user_id"),
  },
  // Rows of files are written by copies of the release before alone (docs/decisions/102-checked-in-memory.md).
  {
    counted: "importedPeople",
    table: "user_import_rows",
    columns: ["cells", "reason"],
    does: "delete",
    where: all,
  },
  {
    counted: "importedPeople",
    table: "user_import_changes",
    columns: ["before", "after"],
    does: "delete",
    own: ofUsers("user_id"),
  },
  // An import of which changes are missing can no longer be undone.
  {
    counted: "importedContracts",
    table: "contract_import_rows",
    columns: ["cells", "reason"],
    does: "delete",
    where: all,
  },
  {
    counted: "importedContracts",
    table: "contract_import_changes",
    columns: ["before", "after"],
    does: "delete",
    where: all,
  },
  {
    counted: "views",
    table: "list_settings",
    columns: [],
    does: "delete",
    own: ofUsers("user_id"),
  },
  // A view that searches for a deleted person serves nobody, whoever keeps it.
  {
    counted: "views",
    table: "list_views",
    columns: ["view_name", "conditions"],
    does: "delete",
    where: ofItOrProvider,
    own: (traced) => sql`(${ofUsers("user_id")(traced)}
      or (${traced.isWhole}::boolean and ${ofOrganization(traced)}))`,
    logged: viewKind.name,
  },
  // Written by copies of the release before alone (docs/decisions/100-saved-before-handing-over.md).
  {
    counted: "handedRows",
    table: "dictionary_handed_rows",
    columns: ["unsaved"],
    does: "delete",
    where: ofOrganization,
    own: (traced) => sql`(${ofOrganization(traced)}
      and (${ofUsers("written_by")(traced)} or ${ofUsers("handed_to")(traced)}))`,
  },
  // A proposal that names a deleted person serves nobody; an accepted one is an entry as well.
  {
    counted: "proposals",
    table: "dictionary_proposals",
    columns: ["change", "reason", "evidence", "answer", "written", "before"],
    does: "delete",
    where: ofOrganization,
    own: (traced) => sql`${ofOrganization(traced)} and ${ofUsers("proposer_id")(traced)}`,
  },
  {
    counted: "imports",
    table: "dictionary_imports",
    columns: ["file_name"],
    does: "rewrite",
    where: ofOrganization,
  },
  {
    counted: "userImports",
    table: "user_imports",
    columns: ["file_name"],
    does: "rewrite",
    where: ofItOrProvider,
    logged: userImportKind.name,
  },
  {
    counted: "contractImports",
    table: "contract_imports",
    columns: ["file_name"],
    does: "rewrite",
    where: all,
    logged: contractImportKind.name,
  },
  {
    counted: "locks",
    table: "dictionary_lock_releases",
    columns: ["reason"],
    does: "rewrite",
    where: ofOrganization,
  },
  {
    counted: "lockRequests",
    table: "dictionary_lock_requests",
    columns: ["message"],
    does: "rewrite",
    where: ofOrganization,
  },
  {
    counted: "alerts",
    table: "alerts",
    columns: ["message"],
    does: "rewrite",
    where: ({ organizationId }) =>
      sql`t.organization_id is not distinct from ${organizationId}::bigint`,
  },
  {
    counted: "deliveries",
    table: "webhook_deliveries",
    columns: ["last_error"],
    does: "rewrite",
    where: all,
  },
  {
    counted: "adjustments",
    table: "ledger",
    columns: ["reason"],
    does: "rewrite",
    // The sums of a day know where there are adjustments, so that no report has to be read.
    where: (traced) => sql`${ofOrganization(traced)} and t.reason is not null
      and (t.contract_id, t.usage_date) in (
        select d.contract_id, d.usage_date from usage_daily d
        where d.organization_id = ${traced.organizationId} and d.adjustment_rows > 0)`,
  },
  {
    counted: "closings",
    table: "closings",
    columns: ["reason"],
    does: "rewrite",
    // One reason stands with contracts of several organizations.
    where: () => sql`t.reason is not null`,
    logged: closingKind.name,
  },
  // Errors that jobs have kept may name an address that a mail server refused.
  { counted: "jobs", table: "pgboss.job", columns: ["output"], does: "clear", where: all },
  { counted: "jobs", table: "pgboss.archive", columns: ["output"], does: "clear", where: all },
];

/** The kinds of records of which the provider's log may name people of any organization. */
export const LOGGED_KINDS: readonly string[] = TRACED_TABLES.flatMap(({ logged }) => logged ?? []);
