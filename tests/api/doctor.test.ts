import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import made from "../../server/db/catalogue.json" with { type: "json" };
import { openDatabase } from "../../server/db/client.ts";
import { sequenceSources, sequences } from "../../server/doctor/jobChecks.ts";
import { runChecks } from "../../server/doctor/runChecks.ts";
import { migrations, rights, schemaParts } from "../../server/doctor/schemaChecks.ts";
import { aContract, anOrganization } from "../support/contractRows.ts";
import { describePostgres, testDatabase } from "../support/database.ts";
import { grantRunningRole, hasPsql, RUNNING_ROLE } from "../support/databaseRoles.ts";
import { perTest } from "../support/perSuite.ts";
import { urlOf } from "../support/postgresTemplate.ts";

const CHECKS = [migrations, schemaParts, sequences, rights];
const NOTHING = `Nothing is wrong (${CHECKS.length} checks).`;
const NEWER = "insert into schema_migrations (name, checksum) values ('999_newer.sql', '')";
const TOLD_NEWER =
  "the schema is of a newer version (999_newer.sql), whose doctor knows what that version needs: " +
  "only what is gone of this one is named.";
const BY_NEWER = "the doctor of the newer version makes it, if that version needs it";
const { name: running } = RUNNING_ROLE;

interface Fault {
  does: string[];
  /** What doctor names; without an advice, `--repair` mends it. */
  finds: (string | { what: string; advice: string })[];
  /** Lines that are there before and after. */
  notes?: string[];
}

const missing = (part: string) => `${part} is missing`;
const newer = (part: string) => ({ what: missing(part), advice: BY_NEWER });
const granted = (what: string, ...statements: string[]) => ({
  what: `the role ${running} lacks ${what}`,
  advice: `as postgres: ${statements.map((one) => `${one};`).join(" ")}`,
});
const behind = (sequence: string, next: number, ...sources: string[]) =>
  `the sequence ${sequence} is behind: its next value is ${next}, ${sources.join(", ")}`;

const FAULTS: Record<string, Fault> = {
  "an extension is gone": {
    does: ["drop extension btree_gist cascade"],
    finds: [
      missing("extension btree_gist"),
      missing("constraint contracts_no_overlap of contracts"),
    ],
  },
  "an index is gone": {
    does: ["drop index contracts_by_end"],
    finds: [missing("index contracts_by_end of contracts")],
  },
  "a trigger is gone": {
    does: ["drop trigger contracts_began on contracts"],
    finds: [missing("trigger contracts_began of contracts")],
  },
  "a function is gone": {
    does: ["drop function make_audit_months"],
    finds: [missing("function make_audit_months(ahead integer)")],
  },
  "all of them are gone of a newer schema": {
    does: [
      NEWER,
      "drop extension btree_gist cascade",
      "drop index contracts_by_end",
      "drop trigger contracts_began on contracts",
      "drop function make_audit_months",
      "create or replace function entry_fold(surface text) returns text language sql immutable as 'select surface'",
      "alter table users alter column email drop not null",
    ],
    notes: [TOLD_NEWER],
    finds: [
      newer("extension btree_gist"),
      newer("function make_audit_months(ahead integer)"),
      newer("index contracts_by_end of contracts"),
      newer("constraint contracts_no_overlap of contracts"),
      newer("trigger contracts_began of contracts"),
    ],
  },
  "triggers are disabled": {
    does: [
      "alter table contracts disable trigger contracts_began",
      "alter table contract_usage enable replica trigger contract_usage_counted",
      "alter table workspaces disable trigger all",
    ],
    finds: [
      "trigger contract_usage_counted of contract_usage is disabled",
      "trigger contracts_began of contracts is disabled",
      "trigger of the foreign keys of workspaces is disabled",
    ],
  },
  "a column takes NULL": {
    does: ["alter table users alter column email drop not null"],
    finds: ["column users.email may be NULL (ALTER TABLE users ALTER COLUMN email SET NOT NULL)"],
  },
  "a column has another type": {
    does: ["alter table list_views alter column view_name type varchar(400)"],
    finds: [
      {
        what: "column list_views.view_name is character varying(400), not text",
        advice: "as postgres: ALTER TABLE list_views ALTER COLUMN view_name TYPE text;",
      },
    ],
  },
  "a sequence is behind its identity column": {
    does: ["select setval('contracts_contract_id_seq', 1, false)"],
    finds: [behind("contracts_contract_id_seq", 1, "contracts.contract_id is at 2")],
  },
  "a sequence is behind its default": {
    does: [
      `insert into ledger (organization_id, contract_id, ledger_id, event_id, occurred_at, usage_date, seconds)
       select organization_id, contract_id, 7, 'a', '2026-11-01T10:00:00+09:00', '2026-11-01', 1 from contracts limit 1`,
    ],
    finds: [behind("ledger_ids", 1, "ledger.ledger_id is at 7")],
  },
  "a sequence is behind numbers that are text": {
    does: ["alter sequence organization_no_seq restart"],
    finds: [
      behind("organization_no_seq", 10_000_001, "organizations.organization_no is at 10000002"),
    ],
  },
  "what others made in the schema is theirs": {
    does: [
      "create table theirs (their_id serial primary key, contract_id bigint not null)",
      "create index theirs_of_contracts on contracts (memo)",
      "create view their_view as select * from contracts",
      "create function their_function() returns integer language sql as 'select 1'",
      `revoke all on theirs, their_view, theirs_their_id_seq from ${running}`,
      `revoke all on function their_function from public, ${running}`,
      "create function their_trigger() returns trigger language plpgsql as 'begin return new; end'",
      "create trigger theirs before insert on theirs for each row execute function their_trigger()",
      "alter table theirs disable trigger all",
      "insert into theirs values (5, 1)",
    ],
    finds: [],
  },
  "the role lacks rights": {
    does: [
      `revoke insert, delete on contracts from ${running}`,
      `revoke usage on sequence ledger_ids from ${running}`,
      `revoke select on pgboss.queue from ${running}`,
      `revoke execute on function make_audit_months from ${running}`,
    ],
    finds: [
      granted(
        "EXECUTE on FUNCTION public.make_audit_months(integer); USAGE on SEQUENCE public.ledger_ids; " +
          "SELECT on pgboss.queue; DELETE, INSERT on public.contracts",
        `GRANT EXECUTE ON FUNCTION public.make_audit_months(integer) TO ${running}`,
        `GRANT USAGE ON SEQUENCE public.ledger_ids TO ${running}`,
        `GRANT SELECT ON pgboss.queue TO ${running}`,
        `GRANT DELETE, INSERT ON public.contracts TO ${running}`,
      ),
    ],
  },
};

describePostgres("doctor", () => {
  const database = perTest(() => testDatabase("postgres"));

  const run = (...statements: string[]) =>
    database.db.connection().execute(async (session) => {
      for (const statement of statements) await sql.raw(statement).execute(session);
    });

  const examined = async (db = database.db, repairs = false) => {
    const lines: string[] = [];
    const left = await runChecks({ db }, CHECKS, { repairs, print: (line) => lines.push(line) });
    return { left, lines };
  };

  /** As the role that runs the server, since the owner lacks no right. */
  async function examinedAsRunning() {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const url = new URL(urlOf(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? ""));
    url.username = RUNNING_ROLE.name;
    url.password = RUNNING_ROLE.password;
    const asRunning = await openDatabase({ kind: "postgres", url: url.href });
    try {
      return await examined(asRunning.db);
    } finally {
      await asRunning.close();
    }
  }

  describe.skipIf(!hasPsql)("where", () => {
    it.each(Object.entries(FAULTS))("%s", async (_, { does, finds, notes = [] }) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
        database.db,
      );
      await grantRunningRole(urlOf(process.env.TEST_DATABASE_URL ?? "", rows[0]?.name ?? ""));
      for (let count = 0; count < 2; count += 1) {
        await aContract(database.db, { organizationId: await anOrganization(database.db) });
      }
      expect((await examinedAsRunning()).lines).toEqual([NOTHING]);
      await run(...does);

      const lineOf = (one: Fault["finds"][number]) =>
        typeof one === "string" ? `${one}.` : `${one.what}: ${one.advice}.`;
      const last =
        finds.length === 0 ? NOTHING : `${finds.length} found; --repair mends what it can.`;
      expect((await examinedAsRunning()).lines).toEqual([...notes, ...finds.map(lineOf), last]);

      const mended = finds.map((one) =>
        typeof one === "string" ? `${one}: mended.` : lineOf(one),
      );
      const isByHand = finds.some((one) => typeof one !== "string");
      if (!isByHand && finds.length > 0) {
        expect(await examined(database.db, true)).toEqual({
          left: 0,
          lines: [...mended, `${finds.length} found, ${finds.length} mended, 0 left.`],
        });
      }
      for (const one of finds) {
        const [, role = "", statements] =
          /^as (\S+): (.*)$/.exec(typeof one === "string" ? "" : one.advice) ?? [];
        if (statements) await run(`set role ${role}`, statements, "reset role");
      }
      if (notes.length === 0) expect((await examinedAsRunning()).lines).toEqual([NOTHING]);
    });
  });

  it("says of a newer schema in which nothing is gone what it does not know", async () => {
    await run(NEWER);
    expect(await examined()).toEqual({
      left: 0,
      lines: [TOLD_NEWER, `Nothing else is wrong (${CHECKS.length} checks).`],
    });
  });

  it("names the rows that are in the way of NOT NULL", async () => {
    const organizationId = await anOrganization(database.db);
    await run(
      "alter table organizations alter column organization_name drop not null",
      "update organizations set organization_name = null",
    );
    const { lines } = await examined(database.db, true);
    expect(lines[0]).toMatch(
      `: cannot be mended: rows of organizations violate it, among them those with organization_id ${organizationId}.`,
    );
  });

  it("leaves what it makes again to the owner of the schema, whoever repairs", async () => {
    const owner = `ki_test_owner_${Date.now()}`;
    await run(
      `create role ${owner}`,
      `alter table schema_migrations owner to ${owner}`,
      `grant create on schema public to ${owner}`,
      "drop function make_audit_months",
    );
    try {
      await examined(database.db, true);
      const { rows } = await sql`
        select proowner::regrole::text as owner from pg_proc where proname = 'make_audit_months'`.execute(
        database.db,
      );
      expect(rows).toEqual([{ owner }]);
    } finally {
      await run(`drop owned by ${owner} cascade`, `drop role ${owner}`);
    }
  });

  it("knows what each sequence of the schema numbers", async () => {
    const known = await sequenceSources(database.db);
    expect(known.map(({ sequence }) => `sequence ${sequence}`).toSorted()).toEqual(
      Object.keys(made).filter((name) => name.startsWith("sequence ")),
    );
  });
});
