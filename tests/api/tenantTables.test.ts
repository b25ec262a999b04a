import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeDatabase, testDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import {
  distributedByScript,
  foreignKeysBetweenNodes,
  SCHEMA_EXCEPTIONS,
  SINGLE_NODE_TABLES,
  TENANT_TABLES,
} from "../support/tenantTables.ts";

const known = Object.keys(SCHEMA_EXCEPTIONS);

describeDatabase("the tables of organizations", (engine) => {
  const database = perSuite(() => testDatabase(engine));

  /** The values of a query's column `name`, which stand in order. */
  async function names(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
    const { rows } = await query.execute(database.db);
    return rows.map(({ name }) => name).toSorted();
  }

  const root = (id: string) => sql`coalesce(pg_partition_root(${sql.ref(id)}), ${sql.ref(id)})`;
  const nameOf = (id: string) => sql`(select relname from pg_class where oid = ${root(id)})`;
  const isTenant = (id: string) => sql`(${nameOf(id)} = any(${TENANT_TABLES}::text[]))`;
  const organization = (id: string) => sql`(select attnum from pg_attribute
    where attrelid = ${sql.ref(id)} and attname = 'organization_id')`;

  const every = sql`pg_class t where t.relkind in ('r', 'p') and not t.relispartition
    and t.relnamespace = 'public'::regnamespace`;

  /** What breaks a rule, each with its kind, apart from the reviewed exceptions of that kind. */
  const expectOnlyExceptions = (kind: string, found: readonly string[]) =>
    expect(found.map((name) => `${kind} ${name}`)).toEqual(
      known.filter((exception) => exception.startsWith(`${kind} `)).toSorted(),
    );

  it("are told from the others: every table is known", async () => {
    expect(await names(sql`select t.relname as name from ${every}`)).toEqual(
      [...TENANT_TABLES, ...SINGLE_NODE_TABLES].toSorted(),
    );
  });

  it("have a primary key", async () => {
    const found = await names(sql`
      select t.relname as name from ${every} and ${isTenant("t.oid")} and not exists (
        select from pg_index i where i.indrelid = t.oid and i.indisprimary)`);
    expect(found).toEqual([]);
  });

  it("have the organization in each key, unique index and exclusion", async () => {
    const found = await names(sql`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where (i.indisunique or i.indisexclusion) and ${isTenant("i.indrelid")}
        and not coalesce(
          ${organization("i.indrelid")} = any((i.indkey::int2[])[0:i.indnkeyatts - 1]), false)`);
    expectOnlyExceptions("index", found);
  });

  it("have it in each foreign key to another of them", async () => {
    const found = await names(sql`
      select c.conname as name from pg_constraint c
      where c.contype = 'f' and ${isTenant("c.conrelid")} and ${isTenant("c.confrelid")}
        and not exists (
          select from unnest(c.conkey, c.confkey) as k (own, other)
          where k.own = ${organization("c.conrelid")}
            and k.other = ${organization("c.confrelid")})`);
    expectOnlyExceptions("foreign key", found);
  });

  it("have no trigger", async () => {
    const found = await names(sql`
      select tgname as name from pg_trigger where not tgisinternal and ${isTenant("tgrelid")}`);
    expectOnlyExceptions("trigger", found);
  });

  it("have no default that a node could not compute, and ids of bigint", async () => {
    const found = () =>
      names(sql`
        select format('%s %s', t.relname, p.oid::regprocedure) as name
        from pg_attrdef d join pg_class t on t.oid = d.adrelid
        join pg_depend x on x.classid = 'pg_attrdef'::regclass and x.objid = d.oid
        join pg_proc p on x.refclassid = 'pg_proc'::regclass and p.oid = x.refobjid
        where not t.relispartition and ${isTenant("t.oid")} and p.provolatile <> 'i'
        union all
        select format('%s %s', t.relname, s.seqrelid::regclass)
        from pg_class t
        left join pg_attrdef d on d.adrelid = t.oid
        join pg_depend x on x.classid = 'pg_attrdef'::regclass and x.objid = d.oid
          or x.refobjid = t.oid and x.deptype = 'i'
        join pg_sequence s on s.seqrelid in (x.refobjid, x.objid)
        where t.relkind in ('r', 'p') and not t.relispartition and ${isTenant("t.oid")}
          and s.seqtypid <> 'bigint'::regtype`);
    expect(await found()).toEqual([]);
    for (const statement of [
      "create sequence few as integer",
      "create function own_id() returns bigint language sql as 'select 1::bigint'",
      "alter table ledger alter column ledger_id set default nextval('few')",
      "alter table audit_events alter column audit_event_id set default own_id()",
    ])
      await sql.raw(statement).execute(database.db);
    expect(await found()).toEqual(["audit_events own_id()", "ledger few"]);
  });

  it("have no foreign key to or from the others but those that the script drops", async () => {
    const found = await names(sql`
      select format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;', conrelid::regclass, conname)
        as name
      from pg_constraint where contype = 'f' and conparentid = 0
        and ${isTenant("conrelid")} <> ${isTenant("confrelid")}`);
    expect(foreignKeysBetweenNodes().toSorted()).toEqual(found);
  });

  it("are those that the script distributes", () => {
    expect(distributedByScript().toSorted()).toEqual(TENANT_TABLES);
  });

  it("and the others can be updated and deleted under a logical publication", async () => {
    const tables = await names(sql`select t.relname as name from ${every}`);
    await sql`create publication everything for all tables`.execute(database.db);
    const found: string[] = [];
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where false`
        .execute(database.db)
        .catch((error: unknown) => {
          if (!String(error).includes("replica identity")) throw error;
          found.push(table);
        });
    }
    await sql`drop publication everything`.execute(database.db);
    expectOnlyExceptions("no identity", found);
  });
});
