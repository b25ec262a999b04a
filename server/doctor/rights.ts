import { sql } from "kysely";
import { grouped } from "../../domain/grouped.ts";
import { madeNames } from "../db/catalogue.ts";
import type { Check, DoctorDeps } from "./runChecks.ts";

const MOST_NAMED = 5;

interface Lacking {
  kind: "schema" | "table" | "sequence" | "function";
  name: string;
  owner: string;
  /** What the role may not do with it. */
  rights: string[];
  role: string;
}

/**
 * What the server does as the role that asks, to what the migrations have made; of partitions the rights
 * are those of their table. The owner of each part grants what is lacking.
 */
export const rights: Check<Pick<DoctorDeps, "db">> = {
  name: "rights of the role",
  async *find({ db }) {
    const { rows } = await sql<Lacking>`
      with parts as (
        select 'schema' as kind, n.oid, quote_ident(nspname) as name, nspowner as owner,
          array['USAGE'] as needs
        from pg_namespace n where nspname in ('public', 'pgboss')
        union all
        select case when relkind = 'S' then 'sequence' else 'table' end, c.oid,
          format('%I.%I', nspname, relname), relowner,
          case when relkind = 'S' then array['USAGE']
            when relname = 'schema_migrations' then array['SELECT']
            else array['DELETE', 'INSERT', 'SELECT', 'UPDATE'] end
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p', 'S') and not relispartition and (nspname = 'pgboss'
          or nspname = 'public' and relname = any(${[...madeNames("table"), ...madeNames("sequence")]}))
        union all
        select 'function', p.oid, format('public.%I(%s)', proname, oidvectortypes(proargtypes)),
          proowner, array['EXECUTE']
        from pg_proc p
        where pronamespace = 'public'::regnamespace and proname = any(${madeNames("function")})
      )
      select kind, name, array_agg(need order by need) as rights,
        quote_ident(current_user) as role, case
          when owner = 'pg_database_owner'::regrole then (
            select datdba::regrole::text from pg_database where datname = current_database())
          else owner::regrole::text end as owner
      from parts, unnest(needs) as need
      where not case kind when 'schema' then has_schema_privilege(oid, need)
        when 'table' then has_table_privilege(oid, need)
        when 'sequence' then has_sequence_privilege(oid, need)
        else has_function_privilege(oid, need) end
      group by kind, name, owner order by kind, name`.execute(db);
    for (const [owner, parts] of grouped(rows.map((row) => [row.owner, row]))) {
      yield {
        what: `the role ${parts[0]?.role} lacks ${named(parts)}`,
        advice: `as ${owner}: ${grants(parts).join(" ")}`,
      };
    }
  },
};

const ofKind = ({ kind, name }: Lacking) =>
  kind === "table" ? name : `${kind.toUpperCase()} ${name}`;

function named(parts: readonly Lacking[]): string {
  const all = parts.map((part) => `${part.rights.join(", ")} on ${ofKind(part)}`);
  const more = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  return [...all.slice(0, MOST_NAMED), ...more].join("; ");
}

/** A statement for all parts of a kind that lack the same. */
function grants(parts: readonly Lacking[]): string[] {
  const alike = grouped(parts.map((part) => [`${part.kind} ${part.rights.join(", ")}`, part]));
  return [...alike.values()].map((some) => {
    const [first, ...others] = some;
    if (!first) return "";
    const names = [ofKind(first), ...others.map(({ name }) => name)].join(", ");
    return `GRANT ${first.rights.join(", ")} ON ${names} TO ${first.role};`;
  });
}
