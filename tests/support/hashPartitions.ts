import { onServer, type Run } from "./postgresTemplate.ts";
import { SCHEMA_EXCEPTIONS, TENANT_TABLES } from "./tenantTables.ts";

const PARTITIONS = 4;
const places = Array.from({ length: PARTITIONS }, (_, place) => place);

interface Definition {
  table: string;
  name: string;
  text: string;
}

/**
 * Makes each tenant table of a migrated, empty database four hash partitions by organization, with
 * its columns, keys and indexes. A partition's key has the number of the partition at its end, as the
 * shards of Citus have theirs. The ledger loses its months; the audit log stays in months, since system
 * admins read that of all organizations.
 */
export async function partitionByOrganization(url: string): Promise<void> {
  await onServer(url, async (run) => {
    const tables = await column(
      run,
      `select relname as text from pg_class
       where relname = any($1) and (relkind = 'r' or relname = 'ledger') and not exists (
         select from pg_index i join pg_class x on x.oid = i.indexrelid
         where i.indrelid = pg_class.oid and 'index ' || x.relname = any($2))`,
      [TENANT_TABLES, Object.keys(SCHEMA_EXCEPTIONS)],
    );
    const foreignKeys = await definitions(run, CONSTRAINTS, [tables, ["f"], true]);
    const keys = await definitions(run, CONSTRAINTS, [tables, ["p", "u", "x"], false]);
    const indexes = await definitions(run, INDEXES, [tables]);
    for (const { table, name } of foreignKeys)
      await run(`alter table ${table} drop constraint ${name}`);
    for (const table of tables) {
      await run(`alter table ${table} rename to plain`);
      await run(
        `create table ${table} (like plain including defaults including generated including identity
         including constraints) partition by hash (organization_id)`,
      );
      await run("drop table plain");
      for (const place of places) {
        await run(
          `create table ${partName(table, place)} partition of ${table}
           for values with (modulus ${PARTITIONS}, remainder ${place})`,
        );
      }
    }
    for (const { table, name, text } of keys) {
      for (const place of places) {
        await run(
          `alter table ${partName(table, place)} add constraint ${partName(name, place)} ${text}`,
        );
      }
      await run(`alter table ${table} add constraint ${name} ${text}`);
    }
    // That of a partitioned table does not extend to its partitions.
    for (const { text } of indexes) await run(text.replace(" ON ONLY ", " ON "));
    for (const { table, name, text } of foreignKeys) {
      await run(`alter table ${table} add constraint ${name} ${text}`);
    }
    await run(await withoutMonths(run));
  });
}

/** The function that makes months, without those of the ledger. */
async function withoutMonths(run: Run): Promise<string> {
  const [text = ""] = await column(
    run,
    "select pg_get_functiondef(oid) as text from pg_proc where proname = 'make_ledger_months'",
    [],
  );
  const ofIds = text.replace(/FOR month IN(?:(?!END LOOP).)*ATTACH PARTITION.*?END LOOP;/s, "");
  if (ofIds === text) throw new Error("make_ledger_months makes no months of the ledger");
  return ofIds;
}

const partName = (name: string, place: number) => `${name}_${place}`;

/** The table of a partition, by its name. */
export function tableOfPartition(name: string): string | undefined {
  const table = name.replace(/_\d$/, "");
  return table !== name && TENANT_TABLES.includes(table) ? table : undefined;
}

/** Of these tables, and with the last parameter also those that refer to them. */
const CONSTRAINTS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
  from pg_constraint where contype = any($2) and conparentid = 0
    and (conrelid::regclass::text = any($1) or $3 and confrelid::regclass::text = any($1))
  order by contype <> 'p', conname`;

const INDEXES = `
  select indrelid::regclass::text as table, indexrelid::regclass::text as name,
    pg_get_indexdef(indexrelid) as text
  from pg_index where indrelid::regclass::text = any($1) and not exists (
    select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))`;

async function definitions(run: Run, query: string, values: unknown[]): Promise<Definition[]> {
  const { rows } = await run<Definition>(query, values);
  return rows;
}

async function column(run: Run, query: string, values: unknown[]): Promise<string[]> {
  const { rows } = await run<{ text: string }>(query, values);
  return rows.map(({ text }) => text);
}
