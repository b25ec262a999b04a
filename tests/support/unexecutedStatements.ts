import { readdirSync, readFileSync } from "node:fs";
import { sqlTemplates } from "./sqlTemplates.ts";
import { TENANT_TABLES } from "./tenantTables.ts";

/** What no request, job or task runs, or no plan tells, by the beginning of file and statement. */
const REVIEWED: readonly (readonly [beginning: string, reason: string])[] = [
  ["server/demo/", "the demo data of an embedded database"],
  ["server/doctor/", "a command of the operator"],
  ["server/restored/", "a command of the operator"],
  [
    "server/modules/vocabulary/queries/vocabulary.ts: insert into vocabulary_changes (organization_id, change_id, revision) select distinct",
    "the demo data of an embedded database",
  ],
  ["server/modules/ledger/queries/differences.ts", "a repair by the operator"],
  ["server/modules/closings/queries/closings.ts", "commands of the operator"],
  [
    "server/audit/queries/seals.ts: select organization_id from audit_events union",
    "verify-audit, of all organizations",
  ],
  [
    "server/audit/queries/auditEvents.ts: select e.*, true as matches",
    "the page of events without its conditions, which is executed with them",
  ],
  ["server/audit/queries/erasing.ts", "verify-audit, of all organizations"],
  ["server/metrics/", "figures of a whole database, on a port of their own"],
  ["server/audit/queries/auditEvents.ts: select e.audit_event_id, to_char", "a file, by a cursor"],
  ["server/modules/imports/queries/importRows.ts: select r.line", "a file, by a cursor"],
  [
    "server/modules/imports/queries/importRows.ts: select r.row_no",
    "two parts are called `matching`",
  ],
  ["server/modules/people/users/readUsers.ts: select", "a file, by a cursor"],
  [
    "server/modules/webhooks/queries/webhooks.ts: insert into webhook_events (organization_id, type, revision) select o.",
    "after a restore, of all organizations",
  ],
  [
    "server/modules/workspaces/queries.ts: select w.workspace_id",
    "its condition names the organization",
  ],
];

/** A repair of the operator, or a state that takes long to bring about: these name the organization. */
const namesOrganization = /\borganization_id\s*=\s*(?:any\()?\$\{/;

/** Fragments that are shorter stand in many statements. */
const LEAST_LENGTH = 12;

const isWhole = /^\s*(?:\(?select|insert|update|delete|with)\b/i;
const ofTenantTables = new RegExp(
  `\\b(?:from|join|into|update)\\s+(?:${TENANT_TABLES.join("|")})\\b`,
);

/** The text between the values of a template, which stands in each statement that it makes. */
function fragments(template: string): string[] {
  return template
    .replaceAll('"', "")
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((part) => part.trim())
    .filter((part) => part.length >= LEAST_LENGTH);
}

/**
 * The SQL templates of the server on tables of organizations that none of these statements was made by and
 * that name no organization.
 */
export function unexecuted(statements: ReadonlySet<string>): string[] {
  const executed = [...statements].map((statement) => statement.replaceAll('"', ""));
  const isExecuted = (template: string) =>
    executed.some((statement) => fragments(template).every((part) => statement.includes(part)));
  return readdirSync("server", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `server/${file}`)
    .flatMap((file) =>
      sqlTemplates([readFileSync(file, "utf8")])
        .filter((template) => isWhole.test(template) && ofTenantTables.test(template))
        .filter((template) => !namesOrganization.test(template))
        .filter((template) => !isExecuted(template))
        .map((template) => `${file}: ${template}`),
    )
    .filter((found) => !REVIEWED.some(([beginning]) => found.startsWith(beginning)));
}
