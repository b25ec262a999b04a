import { subMinutes } from "date-fns";
import type {
  DictionaryReflection,
  Reflection,
  VocabularyFetch,
} from "../../../../domain/vocabulary/schemas.ts";
import type { Deps } from "../../../context.ts";
import { publishUnlogged } from "../../../events/publishChange.ts";
import { notFound } from "../../../problem.ts";
import {
  countPending,
  countPendingOf,
  type Fetch,
  type FetchRow,
  findFetches,
  findWorkspacesOf,
  type NotedFetch,
  noteFetch,
} from "../queries/fetches.ts";
import { findScope } from "../queries/vocabulary.ts";

/** Tells screens that words have reached an engine, or a transcript. */
export async function publishReflection(db: Deps["db"], organizationId: number): Promise<void> {
  const record = { organizationId, resource: "reflection", id: organizationId };
  await publishUnlogged(db, record, "updated");
}

const NOTED_EVERY_MINUTES = 1;

type NoteDeps = Pick<Deps, "db" | "now" | "log">;

/**
 * Notes which revision a program has fetched, at most once a minute while it stays, and tells the
 * screens. A fetch that cannot be noted is no reason to refuse the words.
 */
export async function noteReflection(
  { db, now, log }: NoteDeps,
  fetch: Fetch,
  { revision, noted }: { revision: number; noted: NotedFetch },
): Promise<void> {
  const at = now();
  const isLate = !noted.noted_at || noted.noted_at <= subMinutes(at, NOTED_EVERY_MINUTES);
  if (noted.noted_revision === revision && !isLate) return;
  try {
    await noteFetch(db, fetch, { revision, at });
    await publishReflection(db, fetch.organizationId);
  } catch (err) {
    log.warn({ err, ...fetch }, "could not note which words were fetched");
  }
}

/** How far the words of an organization have reached its engines (docs/product/vocabulary.md#reflection). */
export async function readReflection(
  { db }: Pick<Deps, "db">,
  organizationId: number,
): Promise<Reflection> {
  const revision = await revisionOf(db, organizationId);
  const fetches = await findFetches(db, organizationId);
  const [latest] = fetches.toSorted((one, other) => other.revision - one.revision);
  return {
    revision,
    latest: latest ? presentFetch(latest) : null,
    dictionaries: latest ? await countPending(db, organizationId) : [],
  };
}

/** The same of one dictionary for each engine; throws 404. */
export async function readDictionaryReflection(
  { db }: Pick<Deps, "db">,
  key: { organizationId: number; dictionaryId: number },
): Promise<DictionaryReflection> {
  const ids = await findWorkspacesOf(db, key);
  if (!ids) throw notFound();
  const fetches = (await findFetches(db, key.organizationId)).filter(
    ({ workspace_id: id }) => id === 0 || ids.length === 0 || ids.includes(id),
  );
  const pending = await countPendingOf(
    db,
    key,
    fetches.map((row) => row.revision),
  );
  return {
    revision: await revisionOf(db, key.organizationId),
    fetches: fetches.map((row, place) => ({ ...presentFetch(row), pending: pending[place] ?? 0 })),
  };
}

async function revisionOf(db: Deps["db"], organizationId: number): Promise<number> {
  const scope = await findScope(db, { organizationId });
  if (!scope) throw notFound();
  return scope.revision;
}

function presentFetch(row: FetchRow): VocabularyFetch {
  return {
    engine: row.engine,
    keyName: row.key_name,
    revoked: row.revoked,
    workspaceId: row.workspace_id === 0 ? null : row.workspace_id,
    revision: row.revision,
    fetchedAt: row.fetched_at.toISOString(),
  };
}
