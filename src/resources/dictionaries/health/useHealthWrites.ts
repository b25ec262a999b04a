import type { EntryBulkResult } from "../../../../domain/entries/bulk.ts";
import { grouped } from "../../../../domain/grouped.ts";
import type { AloneKind } from "../../../../domain/health/rules.ts";
import type { HealthReport } from "../../../../domain/health/schemas.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { useWriter } from "../../../writes/useWrite.ts";

export type FoundEntry = HealthReport["sets"][number]["entries"][number];

/** An act that can be undone. */
export interface Act {
  dictionaryId: number;
  actId: number;
}

/** What was done last, with its acts in their order. */
export interface Done {
  sentences: readonly string[];
  acts: readonly Act[];
}

/** What became of a merge, which is an act of each dictionary whose words it disables. */
interface Merged {
  acts: readonly Act[];
  merged: readonly FoundEntry[];
  /** The words of dictionaries that refused, such as those that another user edits. */
  refused: readonly { entries: readonly FoundEntry[]; error: unknown }[];
}

export const actsOf = (dictionaryId: number, { actId }: EntryBulkResult): Act[] =>
  actId === null ? [] : [{ dictionaryId, actId }];

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
    /** Goes on where a dictionary refuses; throws what the only one or the first one said if all do. */
    async merge(kept: FoundEntry, others: readonly FoundEntry[]): Promise<Merged> {
      const acts: Act[] = [];
      const merged: FoundEntry[] = [];
      const refused: { entries: readonly FoundEntry[]; error: unknown }[] = [];
      for (const [id, entries] of grouped(others.map((entry) => [entry.dictionaryId, entry]))) {
        try {
          const disable = entries.map(({ entryId }) => entryId);
          const body = { keep: kept.entryId, disable };
          const result = await merge({ id, body, ifMatch: await versionOf(id) }, lockOf(id));
          acts.push(...actsOf(id, result));
          merged.push(...entries);
        } catch (error) {
          refused.push({ entries, error });
        }
      }
      if (merged.length === 0) throw refused[0]?.error;
      return { acts, merged, refused };
    },
    async disable({ dictionaryId: id, entryId, version }: FoundEntry): Promise<EntryBulkResult> {
      const body = { action: "DISABLE" as const, entries: [{ entryId, version }] };
      return change({ id, body, ifMatch: await versionOf(id) }, lockOf(id));
    },
    /** The last one first; the acts that could not be undone, with why. */
    async undo(acts: readonly Act[]): Promise<{ left: readonly Act[]; error?: unknown }> {
      const left: Act[] = [];
      let failed: unknown;
      for (const { dictionaryId: id, actId } of acts.toReversed()) {
        try {
          await takeBack({ id, actId, body: {}, ifMatch: await versionOf(id) }, lockOf(id));
        } catch (error) {
          left.unshift({ dictionaryId: id, actId });
          failed = error;
        }
      }
      return { left, error: failed };
    },
    distinguish(entries: readonly FoundEntry[], kind?: AloneKind): Promise<unknown> {
      const id = entries[0]?.dictionaryId ?? 0;
      const entryIds = entries.map(({ entryId }) => entryId);
      return distinguish({ id, body: kind === undefined ? { entryIds } : { entryIds, kind } });
    },
  };
}
