import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CITUS_RULES } from "../support/citusRules.ts";
import { sqlTemplates } from "../support/sqlTemplates.ts";
import { STATEMENT_EXCEPTIONS, TENANT_TABLES } from "../support/tenantTables.ts";

/** Earlier migrations are applied and stay as they are. */
const FIRST_MIGRATION = "035";

const table = `(?:${TENANT_TABLES.join("|")})\\b`;
const writes = new RegExp(`\\b(?:update|delete from) ${table}`, "i");
const inserts = new RegExp(`\\binsert into ${table}`, "i");
const names = new RegExp(`\\b${table}`, "i");
const rowLock = /\bfor (?:no key update|update|key share|share)\b/i;
const volatile =
  /\b(?:clock_timestamp|timeofday|random|nextval|gen_random_uuid|uuid_generate_v4)\s*\(/i;

/** What another node could not do, or not alike, with a reason for each that a statement breaks. */
const rules: Readonly<Record<string, (statement: string) => boolean>> = {
  "computes a value on each node": (statement) =>
    (writes.test(statement) && volatile.test(statement)) ||
    (inserts.test(statement) &&
      volatile.test(
        statement
          .split(/\breturning\b|\bdo update\b/i)
          .slice(1)
          .join(" "),
      )),
  "locks rows without the organization": (statement) =>
    names.test(statement) && rowLock.test(statement) && !/organization_?id/i.test(statement),
  "locks rows where it inserts": (statement) =>
    inserts.test(statement) && /\bselect\b/i.test(statement) && rowLock.test(statement),
  ...CITUS_RULES,
};

const broken = (statement: string) =>
  Object.entries(rules).flatMap(([rule, breaks]) => (breaks(statement) ? [rule] : []));

function filesBelow(directory: string, ending: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(directory, path));
}

const sources = filesBelow("server", ".ts").map((path) => readFileSync(path, "utf8"));
const migrated = filesBelow("server/db/migrations", ".sql")
  .filter((path) => (path.split("/").at(-1) ?? "") >= FIRST_MIGRATION)
  .flatMap((path) => readFileSync(path, "utf8").split(";"))
  .map((text) => text.replaceAll(/\s+/g, " ").trim());

/** The statements that a source file builds by methods, in a similar form. */
function builtStatements(source: string): string[] {
  const found = source.match(/\.(?:selectFrom|updateTable|deleteFrom)\([^;]*?\.execute/g) ?? [];
  return found.map((text) =>
    text
      .replace(/\.updateTable\("(\w+).*?"\)/, "update $1 ")
      .replace(/\.deleteFrom\("(\w+).*?"\)/, "delete from $1 ")
      .replace(/\.for(NoKeyUpdate|Update|KeyShare|Share)\([^)]*\)/, " for update ")
      .replaceAll(/\s+/g, " "),
  );
}

const statementsOf = (all: readonly string[]) => [
  ...sqlTemplates(all),
  ...all.flatMap(builtStatements),
];

describe("statements on tables of organizations", () => {
  const statements = [...statementsOf(sources), ...migrated];

  it("are found", () => {
    expect(statements.filter((statement) => names.test(statement)).length).toBeGreaterThan(80);
    expect(statements.filter((statement) => writes.test(statement)).length).toBeGreaterThan(20);
  });

  it("can be sent to the node of the organization", () => {
    const found = statements.flatMap((statement) =>
      broken(statement)
        .filter(() => !STATEMENT_EXCEPTIONS.some(([part]) => statement.includes(part)))
        .map((rule) => `${rule}: ${statement}`),
    );
    expect(found).toEqual([]);
  });

  it("that are excepted break a rule", () => {
    const needed = STATEMENT_EXCEPTIONS.filter(([part]) =>
      statements.some((statement) => statement.includes(part) && broken(statement).length > 0),
    );
    expect(needed).toEqual(STATEMENT_EXCEPTIONS);
  });

  it.each([
    [
      "computes a value on each node",
      "sql`update dictionaries d set updated_at = clock_timestamp()`",
    ],
    ["computes a value on each node", "sql<X<Y>>`delete from workspaces\n returning random()`"],
    [
      "computes a value on each node",
      `const clock = sql\`clock_timestamp()\`; sql\`delete from audit_seals where sealed_at < \${clock}\``,
    ],
    [
      "computes a value on each node",
      `const is = (a: X) => sql\`at < clock_timestamp()\`; sql\`delete from audit_seals where \${is(a)}\``,
    ],
    [
      "computes a value on each node",
      "sql`insert into workspaces values (1) on conflict do update set at = clock_timestamp()`",
    ],
    ["locks rows without the organization", "sql`select 1 from dictionary_locks l for update`"],
    [
      "locks rows without the organization",
      'db.selectFrom("workspaces as w").where("w.workspace_id", "=", id).forShare("w").execute()',
    ],
    [
      "computes a value on each node",
      'db.updateTable("workspaces").set({ updated_at: sql`clock_timestamp()` }).execute()',
    ],
    [
      "locks rows where it inserts",
      "sql`insert into dictionary_imports (organization_id) select 1 from dictionaries for key share`",
    ],
    [
      "takes ids or locks where one node has them",
      "sql`insert into audit_events (audit_event_id) select nextval('audit_event_ids')`",
    ],
    [
      "takes ids or locks where one node has them",
      "sql`select pg_advisory_xact_lock(1), max(day) from audit_seals where organization_id = 5`",
    ],
    [
      "correlates with a table of another node",
      `const ids = sql\`array(select m.workspace_id from workspace_members m where m.user_id = u.user_id)\`;
       db.run(sql.raw("")), sql\`select u.email, \${ids} from users u\``,
    ],
    [
      "correlates with a table of another node",
      "sql`select from contracts c cross join lateral (select from ledger l where l.contract_id = c.contract_id) l`",
    ],
    [
      "correlates with a table of another node",
      "sql`select from (select act from audit_events limit 9) a where not exists (select from audit_events e where e.act = a.act)`",
    ],
    [
      "correlates with a table of another node",
      "sql`select from vocabulary_fetches f join service_keys k on k.id = f.id where exists (select from workspaces w where w.id = f.id)`",
    ],
    [
      "joins a table of all organizations to one of another node",
      "sql`select from dictionaries d left join dictionary_locks l on l.dictionary_id = d.dictionary_id left join users h on h.user_id = l.locked_by`",
    ],
    [
      "recurs over organizations",
      "sql`with recursive known as (select min(organization_id) as id from audit_events union all select id + 1 from known) select id from known`",
    ],
    [
      "computes a time in RETURNING, CASE or COALESCE of a write",
      "sql`delete from dictionary_locks l returning l.lease_expires_at > statement_timestamp()`",
    ],
    [
      "computes a time in RETURNING, CASE or COALESCE of a write",
      "sql`update dictionary_lock_requests r set hand_over_at = coalesce(r.hand_over_at, statement_timestamp())`",
    ],
  ])("are told from others: one %s", (rule, source) => {
    expect(statementsOf([source]).flatMap(broken)).toEqual([rule]);
  });

  it.each([
    "sql`insert into audit_events select clock_timestamp()`",
    "sql`update users set at = clock_timestamp()`",
    "sql`delete from dictionary_locks where at < statement_timestamp()`",
    `sql\`select 1 from workspaces where organization_id = \${key} for update\``,
    `sql\`select k.key from unnest(\${keys}) as k (key) cross join lateral (select from dictionary_entries e
      where e.organization_id = \${key} and e.reading = k.key) e\``,
    "sql`select u.email from users u left join (select m.user_id from workspace_members m) m on m.user_id = u.user_id`",
  ])("may be: %s", (source) => {
    expect(statementsOf([source]).flatMap(broken)).toEqual([]);
  });
});
