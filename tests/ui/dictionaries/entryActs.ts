import type {
  EntryBulk,
  EntryBulkResult,
  EntryUndo,
  EntryUndoResult,
} from "../../../domain/entries/bulk.ts";
import type { Entry } from "../../../domain/entries/schemas.ts";
import { ruleBroken } from "../../../server/problem.ts";
import { found } from "../../support/doubleAnswer.ts";

interface Entries {
  all: () => readonly Entry[];
  become: (entries: readonly Entry[]) => void;
}

interface Change {
  before: Entry;
  /** Undefined for a deleted one. */
  version: number | undefined;
}

const refOf = ({ entryId, version }: Entry) => ({ entryId, version });

/** What is done to many entries at once, as the server does it. */
export function actsOn({ all, become }: Entries) {
  const acts = new Map<number, { changes: Change[] }>();
  let given = 0;

  function bulk({ action, entries: refs, where, count }: EntryBulk): EntryBulkResult {
    const chosen = all().filter((entry) =>
      refs
        ? refs.some(({ entryId }) => entryId === entry.entryId)
        : !where?.q || entry.surface.includes(where.q),
    );
    const isStale = chosen.some(({ entryId, version }) =>
      refs?.some((ref) => ref.entryId === entryId && (ref.version ?? version) !== version),
    );
    if (isStale || (count ?? chosen.length) !== chosen.length) throw ruleBroken("ROWS_REFUSED");
    const enabled = action === "ENABLE";
    const due = chosen.filter((entry) => action === "DELETE" || entry.enabled !== enabled);
    const after = due.map((entry) => ({ ...entry, enabled, version: entry.version + 1 }));
    const isDeleted = action === "DELETE";
    become(
      all().flatMap((entry) => {
        const at = due.indexOf(entry);
        return at < 0 ? [entry] : isDeleted ? [] : (after[at] ?? []);
      }),
    );
    given += 1;
    acts.set(given, {
      changes: due.map((before) => ({
        before,
        version: isDeleted ? undefined : before.version + 1,
      })),
    });
    return {
      actId: due.length > 0 ? given : null,
      entries: (isDeleted ? due : after).map(refOf),
      unchanged: chosen.length - due.length,
      missing: (refs?.length ?? chosen.length) - chosen.length,
    };
  }

  function undo(actId: number, { entries: own = [] }: EntryUndo): EntryUndoResult {
    const { changes } = found(acts.get(actId));
    acts.delete(actId);
    const result: EntryUndoResult = { entries: [], keptCount: 0, kept: [] };
    for (const { before, version } of changes) {
      const { entryId, surface, reading } = before;
      const now = all().find((entry) => entry.entryId === entryId);
      const left = own.find((entry) => entry.entryId === entryId)?.version ?? version;
      if (version === undefined ? now : now?.version !== left) {
        result.kept.push({ entryId, surface, reading });
        result.keptCount += 1;
        continue;
      }
      const after = now
        ? { ...now, enabled: before.enabled, version: now.version + 1 }
        : { ...before, version: before.version + 1 };
      become(
        [...all().filter((entry) => entry !== now), after].toSorted(
          (one, other) => one.entryId - other.entryId,
        ),
      );
      result.entries.push(refOf(after));
    }
    return result;
  }

  return { bulk, undo };
}
