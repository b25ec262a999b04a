import { MOST_OPERATIONS } from "../../../../domain/entries/rules.ts";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import { createStore } from "../../../providers/store.ts";
import { answerOf } from "../../../writes/problem.ts";
import { savedFirst } from "../../../writes/savedFirst.ts";
import {
  errorsByRow,
  noStep,
  noWrites,
  savedRows,
  sendBatches,
  staleEntryOf,
  type UndoStep,
  undoDeleted,
  undoRows,
  writesOf,
} from "./entryBatches.ts";
import { type Field, type Texts, valuesOf } from "./entryCells.ts";
import type { Outcome, Watch } from "./entryHistory.ts";
import { createEntryHistory, type HistoryCalls } from "./entryHistory.ts";
import {
  type BroughtRow,
  isNew,
  isRefused,
  isSaving,
  isStale,
  isStored,
  isTyped,
  isUnsent,
  keyOf,
  missingIn,
  newKey,
  newRows,
  type RowTarget,
  refused,
  rest,
  saving,
  type UnsavedRow,
  type UnsavedRows,
  withTexts,
} from "./unsavedRows.ts";

export interface SheetCalls extends HistoryCalls {
  /** Called for a refused write, such as one without the lock. */
  refused(error: unknown): void;
  /** The sentence for a cell that has no value. */
  unread(field: Field): string;
}

export interface SheetState {
  rows: UnsavedRows;
  /** The keys of the new rows in their order; the last one is empty. */
  added: readonly string[];
  steps: number;
  /** What an undo would put back next. */
  lastStep: UndoStep | undefined;
}

/** The unsaved input of one dictionary's entries, its saves one after the other, and their undo. */
export function createEntrySheet() {
  let connected: SheetCalls | undefined;
  const { get, set, subscribe } = createStore<SheetState>({
    rows: new Map(),
    added: [newKey(0)],
    steps: 0,
    lastStep: undefined,
  });
  let made = 0;
  let doing: Promise<unknown> = Promise.resolve();

  const calls = (): SheetCalls => {
    if (!connected) throw new Error("the sheet of entries is not connected to a page");
    return connected;
  };
  const become = (changes: Partial<SheetState>) => set({ ...get(), ...changes });
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = doing.then(work);
    doing = result.catch(() => {});
    return result;
  };
  const nextKey = () => {
    made += 1;
    return newKey(made);
  };
  const put = (changes: Iterable<readonly [string, UnsavedRow | undefined]>, also?: string[]) => {
    const rows = new Map(get().rows);
    for (const [key, row] of changes) {
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
    become({ rows, added: newRows(rows, also ?? get().added, nextKey) });
  };
  const history = createEntryHistory({
    calls,
    inTurn,
    onSteps: (steps) => become({ steps: steps.length, lastStep: steps.at(-1) }),
  });

  /** The row as it was sent, with what was typed since. */
  const nowOf = (row: UnsavedRow): UnsavedRow => ({ ...row, ...get().rows.get(row.key) });

  /** Marks the rows that a refusal names, or all; returns the rows that can be sent without them. */
  const markRefused = (rows: readonly UnsavedRow[], error: unknown): UnsavedRow[] => {
    const answer = answerOf(error);
    const current = staleEntryOf(answer);
    const byRow = errorsByRow(rows, answer?.errors ?? {});
    const currentOf = (row: UnsavedRow) =>
      isStored(row) && row.entry.entryId === current?.entryId
        ? { current, savedFirst: savedFirst(error) }
        : {};
    const isNamed = (row: UnsavedRow) => byRow.has(row.key) || "current" in currentOf(row);
    const others = rows.filter((row) => !isNamed(row));
    const isAboutRows = others.length < rows.length;
    if (!isAboutRows) calls().refused(error);
    const unsent = statusOf(error) === 0;
    put(
      (isAboutRows ? rows.filter(isNamed) : rows).map((row) => {
        const errors = byRow.get(row.key) ?? {};
        return [row.key, refused(nowOf(row), { unsent, errors, ...currentOf(row) })];
      }),
    );
    return isAboutRows ? others : [];
  };

  /**
   * Saves rows; those that cannot be saved stay, with their errors. Resolves to how many were.
   * `again` is for rows that were refused before.
   */
  const save = (keys: readonly string[], again = true) =>
    inTurn(async () => {
      let left: UnsavedRow[] = [];
      const unread: [string, UnsavedRow][] = [];
      for (const key of keys) {
        const row = get().rows.get(key);
        if (!row || isSaving(row) || (isRefused(row) && !again)) continue;
        const errors = errorsOf(row);
        if (Object.keys(errors).length > 0) unread.push([key, refused(row, { errors })]);
        else left.push(row);
      }
      if (unread.length > 0) put(unread);
      const step = noStep();
      let count = 0;
      await sendBatches({
        next: () => (left.length > 0 ? left.slice(0, MOST_OPERATIONS) : undefined),
        send: (rows) =>
          calls().write(writesOf(rows), (sent) =>
            put(rows.map((row) => [row.key, saving(nowOf(row), sent)])),
          ),
        done: async (rows, result) => {
          const saved = savedRows(rows, result);
          undoRows(step, saved);
          await calls().written(result);
          put(
            saved.flatMap(({ row, entry }) => {
              const more = rest(get().rows.get(row.key), row.texts, entry);
              const gone: [string, undefined] = [row.key, undefined];
              return more ? [gone, [more.key, more] as const] : [gone];
            }),
          );
          left = left.slice(rows.length);
          count += saved.length;
        },
        failed: (rows, error) => {
          left = [...markRefused(rows, error), ...left.slice(rows.length)];
          return true;
        },
      });
      history.remember(step);
      return count;
    });

  const errorsOf = (row: UnsavedRow) => {
    const fields = [...valuesOf(row.texts).unread, ...missingIn(row)];
    return Object.fromEntries(fields.map((field) => [field, calls().unread(field)]));
  };

  return {
    /** To be called before anything is saved. What is in turn is saved even if the page is left. */
    connect(next: SheetCalls): void {
      connected = next;
    },

    get,
    subscribe,

    /** Enters cells of one row without saving it. */
    enter(target: RowTarget, texts: Texts): void {
      put([[target.key, withTexts(get().rows.get(target.key), target, texts)]]);
    },

    /** Enters rows of cells at the end; returns their keys. */
    append(all: readonly Texts[]): string[] {
      const keys = all.map(nextKey);
      const rows = all.map((texts, n) => {
        const key = keys[n] ?? "";
        return [key, withTexts(undefined, { key, entry: null }, texts)] as const;
      });
      const blank = get().added.at(-1);
      put(rows, [...get().added.slice(0, -1), ...keys, ...(blank ? [blank] : [])]);
      return keys;
    },

    save: (keys: readonly string[]) => save(keys),

    /** Saves the rows that the server was not reached for. */
    resend(): void {
      const unsent = [...get().rows.values()].filter(isUnsent);
      if (unsent.length > 0) void save(unsent.map(({ key }) => key));
    },

    /** Saves a row that is left, if there is something to save. */
    leave(key: string): void {
      if (isTyped(get().rows.get(key))) void save([key], false);
    },

    /** Marks unsaved rows as such: nothing saves them until the person asks for it. */
    holdBack(): void {
      const typed = [...get().rows.values()].filter(isTyped);
      put(typed.map((row) => [row.key, refused(row)]));
    },

    discard(keys: readonly string[]): void {
      put(keys.map((key) => [key, undefined]));
    },

    /** Starts a row anew from what another user saved, with the person's input or without. */
    settleStale(key: string, keep: boolean): void {
      const row = get().rows.get(key);
      if (!isStale(row)) return;
      const { current: entry, texts } = row;
      const next = keep ? withTexts(undefined, { key, entry }, texts) : undefined;
      put([[key, next]]);
      if (next) void save([key]);
    },

    enable: (entries: readonly Entry[], enabled: boolean, watch: Watch): Promise<Outcome> => {
      const others = entries.filter((entry) => entry.enabled !== enabled);
      const update = others.map(({ entryId, version }) => ({ entryId, version, enabled }));
      return history.write({ ...noWrites(), update }, watch, ({ updated }, step) => {
        for (const { entryId } of updated) step.update.push({ entryId, enabled: !enabled });
      });
    },

    remove: (entries: readonly Entry[], watch: Watch): Promise<Outcome> => {
      const targets = entries.map(({ entryId, version }) => ({ entryId, version }));
      return history.write({ ...noWrites(), delete: targets }, watch, ({ deleted }, step) =>
        undoDeleted(step, deleted),
      );
    },

    undo: history.undo,

    /**
     * Puts input from elsewhere into the sheet, as rows that wait for the person; what was typed here
     * wins in a cell that both have.
     */
    restore(brought: readonly BroughtRow[]): void {
      const added: string[] = [];
      const rows = brought.map(({ entry, texts, ...why }) => {
        const key = entry ? keyOf(entry) : nextKey();
        if (isNew({ key, entry })) added.push(key);
        const typed = get().rows.get(key);
        const row = withTexts(typed, { key, entry }, { ...texts, ...typed?.texts });
        return [key, row && refused(row, why)] as const;
      });
      put(rows, [...get().added.slice(0, -1), ...added, ...get().added.slice(-1)]);
    },

    /** Resolves to the unsaved rows once the saves that run are done. */
    async settled(): Promise<readonly UnsavedRow[]> {
      await inTurn(async () => {});
      return [...get().rows.values()];
    },
  };
}

export type EntrySheet = ReturnType<typeof createEntrySheet>;
