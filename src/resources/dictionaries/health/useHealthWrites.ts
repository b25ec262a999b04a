import type { EntryBulkResult } from "../../../../domain/entries/bulk.ts";
import type { AloneKind } from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useWriter } from "../../../writes/useWrite.ts";

export type FoundEntry = HealthReport["sets"][number]["entries"][number];

/** What was done last; an act can be undone. */
export interface Done {
  sentence: string;
  dictionaryId: number;
  actId: number | null;
}

/** Writes of a health check: with this tab's lock where it holds one, and the version of the dictionary. */
export function useHealthWrites() {
  const { api } = useApi();
  const merge = useWriter("POST /dictionaries/{id}/health/merge");
  const change = useWriter("POST /dictionaries/{id}/entries/bulk");
  const takeBack = useWriter("POST /dictionaries/{id}/entries/bulk/{actId}/undo");
  const distinguish = useWriter("POST /dictionaries/{id}/health/distinct");

  const lockOf = (id: number) => ({ lock: { resource: "dictionaries", id } }) as const;

  async function versionOf(id: number): Promise<number> {
    const { version } = await api("GET /dictionaries/{id}", { id });
    return version;
  }

  return {
    async merge(kept: FoundEntry, others: readonly FoundEntry[]): Promise<EntryBulkResult> {
      const id = others[0]?.dictionaryId ?? kept.dictionaryId;
      const body = { keep: kept.entryId, disable: others.map(({ entryId }) => entryId) };
      return merge({ id, body, ifMatch: await versionOf(id) }, lockOf(id));
    },
    async disable({ dictionaryId: id, entryId, version }: FoundEntry): Promise<EntryBulkResult> {
      const body = { action: "DISABLE" as const, entries: [{ entryId, version }] };
      return change({ id, body, ifMatch: await versionOf(id) }, lockOf(id));
    },
    async undo(id: number, actId: number): Promise<unknown> {
      return takeBack({ id, actId, body: {}, ifMatch: await versionOf(id) }, lockOf(id));
    },
    distinguish(entries: readonly FoundEntry[], kind?: AloneKind): Promise<unknown> {
      const id = entries[0]?.dictionaryId ?? 0;
      const entryIds = entries.map(({ entryId }) => entryId);
      return distinguish({ id, body: kind === undefined ? { entryIds } : { entryIds, kind } });
    },
  };
}
