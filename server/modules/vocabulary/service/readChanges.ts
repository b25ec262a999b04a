import { unknownRevision } from "../../../../domain/problems/sentences.ts";
import type {
  ChangesPosition,
  VocabularyChanges,
  VocabularyChangesQuery,
} from "../../../../domain/vocabulary/schemas.ts";
import type { Deps, Service } from "../../../context.ts";
import { notFound, vocabularyExpired } from "../../../problem.ts";
import { refuseForeign } from "../../serviceKeys/service/serviceCredential.ts";
import type { Fetch, NotedFetch } from "../queries/fetches.ts";
import { type ChangeRow, findChanges, findScopeAndFetch } from "../queries/vocabulary.ts";
import { fetchOf, presentVocabularyEntry } from "./readVocabulary.ts";
import { noteReflection } from "./reflection.ts";

/**
 * A page of what engines have to change in the words they hold (docs/product/vocabulary.md#changes).
 * `isRead` is false for a HEAD request, which gets none of them. Throws 404 for an unknown organization,
 * 410 VOCABULARY_GONE if entries were deleted after the revision that the reader held whose tombstones
 * are gone, and for a revision that never was.
 */
export async function listChanges(
  deps: Pick<Deps, "db" | "now" | "log">,
  service: Service,
  query: VocabularyChangesQuery,
  { isRead }: { isRead: boolean },
): Promise<VocabularyChanges> {
  refuseForeign(service, query.organizationId);
  const fetch = fetchOf(service, query);
  const { known, ...changes } = await readChanges(deps, query, fetch);
  if (isRead && changes.next === null) {
    await noteReflection(deps, fetch, { revision: changes.revision, noted: known });
  }
  return changes;
}

function readChanges(
  { db }: Pick<Deps, "db">,
  { organizationId, after, size }: VocabularyChangesQuery,
  fetch: Fetch,
): Promise<VocabularyChanges & { known: NotedFetch }> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const scope = await findScopeAndFetch(trx, { organizationId }, fetch);
      if (!scope) throw notFound();
      // A caller that has no entries needs no tombstone from before now.
      const base = after.known === 0 ? scope.revision : after.known;
      if (base < scope.forgotten) throw vocabularyExpired();
      if (base > scope.revision) throw vocabularyExpired({ message: unknownRevision });
      const rows = await findChanges(trx, organizationId, after, size + 1);
      const page = rows.slice(0, size);
      const last = rows.length > size ? page.at(-1) : undefined;
      return {
        known: scope,
        revision: scope.revision,
        upserts: page.flatMap((row) => presentUpsert(row) ?? []),
        deletes: page.filter(({ enabled }) => !enabled).map(({ entry_id }) => entry_id),
        next: last
          ? presentPosition({ known: base, revision: last.revision, entryId: last.entry_id })
          : null,
      };
    });
}

function presentUpsert(row: ChangeRow): VocabularyChanges["upserts"][number] | undefined {
  if (!row.enabled) return undefined;
  return {
    ...presentVocabularyEntry(row),
    dictionaryId: row.dictionary_id,
    workspaceIds: row.workspace_ids,
    revision: row.revision,
  };
}

function presentPosition({ known, revision, entryId }: ChangesPosition): string {
  return `${known}_${revision}_${entryId}`;
}
