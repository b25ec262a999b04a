import { type Kysely, sql } from "kysely";
import type { KnownEntry } from "../../../domain/candidates/rules.ts";
import { DICTIONARY_CATEGORIES } from "../../../domain/dictionaries/rules.ts";
import { hex } from "../../bytes.ts";
import type { Tables } from "../../db/tables.ts";
import { isForDictionary, lastFetches } from "../vocabulary/queries/fetches.ts";
import { isForWorkspace } from "../vocabulary/queries/vocabulary.ts";

declare module "../../db/tables.ts" {
  interface Tables {
    ignored_candidates: { organization_id: number; digest: Uint8Array; ignored_at: Date };
  }
}

/** The most entries with the surfaces of an answer. */
const MOST_KNOWN = 5_000;

/**
 * The entries of all dictionaries with these keys, by priority; `isForWorkspace` without a workspace is true of
 * all. `fetched` is the revision of the engine that is furthest behind among those of their dictionary.
 */
export async function findKnownEntries(
  db: Kysely<Tables>,
  { organizationId, workspaceId }: { organizationId: number; workspaceId: number | undefined },
  surfaceKeys: readonly string[],
): Promise<(KnownEntry & { surface: string })[]> {
  const { rows } = await sql<KnownEntry & { surface: string }>`
    with last as (${lastFetches(organizationId)})
    select e.surface, e.entry_id as "entryId", e.dictionary_id as "dictionaryId",
      d.dictionary_name as "dictionaryName", e.reading, e.weight, e.version,
      e.enabled,
      ${isForWorkspace(workspaceId)} as "isForWorkspace", coalesce(v.revision, 0) as revision,
      (select min(f.revision) from last f where ${isForDictionary}) as fetched
    from dictionary_entries e
    join dictionaries d on d.organization_id = e.organization_id
      and d.dictionary_id = e.dictionary_id
    left join vocabulary_changes v on v.organization_id = e.organization_id
      and v.change_id = e.change_id
    where e.organization_id = ${organizationId} and e.surface_key = any(${surfaceKeys}::text[])
    order by array_position(${DICTIONARY_CATEGORIES}::text[], d.category) desc, e.weight desc,
      e.entry_id
    limit ${sql.lit(MOST_KNOWN)}`.execute(db);
  return rows;
}

/** Those of the digests that the organization ignores, in hexadecimal. */
export async function findIgnored(
  db: Kysely<Tables>,
  organizationId: number,
  digests: readonly Uint8Array[],
): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await db
    .selectFrom("ignored_candidates")
    .select("digest")
    .where("organization_id", "=", organizationId)
    .where("digest", "in", digests)
    .execute();
  return new Set(rows.map(({ digest }) => hex(digest)));
}

/** Adds digests, and deletes the oldest beyond a number of them. */
export async function addIgnored(
  db: Kysely<Tables>,
  {
    organizationId,
    digests,
    at,
  }: { organizationId: number; digests: readonly Uint8Array[]; at: Date },
  most: number,
): Promise<void> {
  const ignored_at = at;
  await db
    .insertInto("ignored_candidates")
    .values(digests.map((digest) => ({ organization_id: organizationId, digest, ignored_at })))
    .onConflict((conflict) =>
      conflict.columns(["organization_id", "digest"]).doUpdateSet({ ignored_at }),
    )
    .execute();
  await sql`
    delete from ignored_candidates
    where organization_id = ${organizationId} and digest in (
      select i.digest from ignored_candidates i where i.organization_id = ${organizationId}
      order by i.ignored_at desc, i.digest offset ${most})`.execute(db);
}

export async function deleteIgnored(
  db: Kysely<Tables>,
  organizationId: number,
  digests: readonly Uint8Array[],
): Promise<void> {
  await db
    .deleteFrom("ignored_candidates")
    .where("organization_id", "=", organizationId)
    .where("digest", "in", digests)
    .execute();
}
