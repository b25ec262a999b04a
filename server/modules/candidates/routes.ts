import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { candidateEndpoints } from "../../../domain/api/health.ts";
import { knownAs } from "../../../domain/candidates/nounPhrases.ts";
import {
  type CandidateKind,
  type FoundCandidate,
  type KnownEntry,
  MOST_IGNORED,
} from "../../../domain/candidates/rules.ts";
import type { AskedTexts, Candidate, IgnoredSurfaces } from "../../../domain/candidates/schemas.ts";
import { DICTIONARY_CATEGORIES } from "../../../domain/dictionaries/rules.ts";
import { entryFold } from "../../../domain/entries/fold.ts";
import { MOST_WEIGHT } from "../../../domain/entries/rules.ts";
import { grouped } from "../../../domain/grouped.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import { searchKey } from "../../../domain/text/searchKey.ts";
import { hex } from "../../bytes.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import type { Tables } from "../../db/tables.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { validationFailed } from "../../problem.ts";
import { isForDictionary, lastFetches } from "../vocabulary/queries/fetches.ts";
import { isForWorkspace } from "../vocabulary/queries/vocabulary.ts";
import { findWorkspace, type Viewer } from "../workspaces/queries.ts";

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
async function findKnownEntries(
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
async function findIgnored(
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
async function addIgnored(
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

async function deleteIgnored(
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

/**
 * Words for dictionaries that a transcript and its corrected text, or one text, tell of, the likeliest first.
 * The texts go to the analyser's thread alone; nothing is written. Throws 422 `errors.workspaceId` for a
 * workspace that the user cannot see, and 503 OVERLOADED if the analyser is not free in time.
 */
async function findCandidates(
  { db, analyser }: Pick<Deps, "db" | "analyser">,
  viewer: Viewer,
  { before, after, workspaceId, signal }: AskedTexts & { signal: AbortSignal },
): Promise<Candidate[]> {
  const { organizationId } = viewer;
  if (workspaceId !== undefined && !(await findWorkspace(db, viewer, workspaceId))) {
    throw validationFailed({ workspaceId: fieldSentences.workspaceUnknown });
  }
  const texts = { before: before ?? null, after };
  const found = await analyser.candidates(texts, { organizationId, signal });
  if (found.length === 0) return [];
  const surfaces = found.map(({ surface }) => surface);
  const digests = surfaces.map((surface) => digestOf(organizationId, surface));
  const ignored = await findIgnored(db, organizationId, digests);
  const entries = await findKnownEntries(db, { organizationId, workspaceId }, [
    ...new Set(surfaces.map(searchKey)),
  ]);
  const known = grouped(entries.map((entry) => [entryFold(entry.surface), entry] as const));
  return found.flatMap((candidate) => {
    if (ignored.has(hex(digestOf(organizationId, candidate.surface)))) return [];
    const as = knownAs(candidate, known.get(entryFold(candidate.surface)) ?? []);
    return as ? [presentCandidate(candidate, as)] : [];
  });
}

/** Leaves surfaces out of the candidates of an organization from now on, or no longer. */
async function ignoreCandidates(
  { db, now }: Pick<Deps, "db" | "now">,
  { organizationId }: { organizationId: number },
  { surfaces, ignored = true }: IgnoredSurfaces,
): Promise<void> {
  const ofSurfaces = new Map(
    surfaces.map((surface) => {
      const digest = digestOf(organizationId, surface);
      return [hex(digest), digest];
    }),
  );
  const digests = [...ofSurfaces.values()];
  if (!ignored) return deleteIgnored(db, organizationId, digests);
  await addIgnored(db, { organizationId, digests, at: now() }, MOST_IGNORED);
}

/** Of the surface as texts are compared with it, and of the organization, so that no two of these have it. */
function digestOf(organizationId: number, surface: string): Buffer {
  return createHash("sha256")
    .update(`${organizationId}\n${entryFold(surface)}`)
    .digest();
}

function presentCandidate(
  { heardReadings, ...candidate }: FoundCandidate,
  { kind, entry }: { kind: CandidateKind; entry?: KnownEntry },
): Candidate {
  if (!entry) return { ...candidate, kind };
  const { entryId, dictionaryId, dictionaryName, reading, weight, version } = entry;
  return {
    ...candidate,
    kind,
    entryId,
    dictionaryId,
    dictionaryName,
    known: { reading, weight, version },
    ...(kind === "KNOWN_NOT_REFLECTED"
      ? { versions: { entry: entry.revision, fetched: entry.fetched } }
      : {}),
    ...(kind === "KNOWN_MISHEARD" ? proposalFor(entry, heardReadings) : {}),
  };
}

/** A greater weight while there is one, then what was heard as a reading. */
function proposalFor(
  { reading, weight }: KnownEntry,
  [heard]: readonly string[],
): Pick<Candidate, "proposal"> {
  if (weight < MOST_WEIGHT) return { proposal: { weight: weight + 1 } };
  if (heard && heard !== reading) return { proposal: { reading: heard } };
  return {};
}

export const candidateRoutes: AreaRoutes = (app, deps) =>
  implement(app, candidateEndpoints, {
    "POST /candidates": ({ member, body, reply }) =>
      findCandidates(deps, member, { ...body, signal: disconnectSignal(reply) }),
    "POST /candidates/ignored": ({ member, body, transact }) =>
      transact((trx) => ignoreCandidates({ ...deps, db: trx }, member, body)),
  });
