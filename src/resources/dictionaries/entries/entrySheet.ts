import { createStore } from "../../../providers/store.ts";
import type { RowChange, Step } from "./entryBatches.ts";
import type { Texts } from "./entryCells.ts";
import { createEntryHistory } from "./entryHistory.ts";
import { createEntrySaves, type SheetCalls } from "./entrySaves.ts";
import {
  isNew,
  isSaving,
  isStale,
  isTyped,
  isUnsent,
  keyOf,
  newKey,
  newRows,
  type RowTarget,
  refused,
  type UnsavedRow,
  type UnsavedRows,
  withTexts,
} from "./unsavedRows.ts";

export interface SheetState {
  rows: UnsavedRows;
  /** The keys of the new rows in their order; the last one is empty. */
  added: readonly string[];
  steps: number;
  /** What an undo would put back next. */
  lastStep: Step | undefined;
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
  /** The keys of new rows, with more before the empty one. */
  const withNew = (keys: readonly string[]) => [
    ...get().added.slice(0, -1),
    ...keys,
    ...get().added.slice(-1),
  ];
  const changeRows = (changes: readonly RowChange[]): RowChange[] => {
    const { rows, added } = get();
    const due = changes.filter(({ key, replaced }) => rows.has(key) === (replaced !== undefined));
    const back = due.filter(({ row, key }) => row && isNew(row) && !added.includes(key));
    put(
      due.map(({ key, row }) => [key, row]),
      withNew(back.map(({ key }) => key)),
    );
    return due.map(({ key, row }) => ({ key, row: rows.get(key), replaced: row }));
  };
  const history = createEntryHistory({
    calls,
    inTurn,
    changeRows,
    onSteps: (steps) => become({ steps: steps.length, lastStep: steps.at(-1) }),
  });

  const save = createEntrySaves({
    calls,
    inTurn,
    rows: () => get().rows,
    put,
    remember: history.remember,
  });

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

    /**
     * Enters cells of several rows, and rows behind them, and saves them in one action. Resolves to how
     * many were saved; the others stay, and its undo takes them back.
     */
    paste(cells: readonly (readonly [RowTarget, Texts])[], added: readonly Texts[]) {
      const more = added.map((texts) => [{ key: nextKey(), entry: null }, texts] as const);
      const { rows } = get();
      const all = [...cells, ...more];
      const changes = all.map(
        ([target, texts]) => [target.key, withTexts(rows.get(target.key), target, texts)] as const,
      );
      put(changes, withNew(more.map(([{ key }]) => key)));
      const keys = all.map(([{ key }]) => key);
      const notSaving = (row: UnsavedRow | undefined) => (isSaving(row) ? undefined : row);
      return save(keys, { before: new Map(keys.map((key) => [key, notSaving(rows.get(key))])) });
    },

    save: (keys: readonly string[]) => save(keys),

    /** Saves the rows that the server was not reached for. */
    resend(): void {
      const unsent = [...get().rows.values()].filter(isUnsent);
      if (unsent.length > 0) void save(unsent.map(({ key }) => key));
    },

    /** Saves a row that is left, if there is something to save. */
    leave(key: string): void {
      if (isTyped(get().rows.get(key))) void save([key], { again: false });
    },

    /** Marks unsaved rows as such: nothing saves them until the person asks for it. */
    leaveUnsaved(): void {
      const typed = [...get().rows.values()].filter(isTyped);
      put(typed.map((row) => [row.key, refused(row)]));
    },

    discard(keys: readonly string[]): void {
      put(keys.map((key) => [key, undefined]));
    },

    /** Starts a row again from what another user saved, with the person's input or without. */
    settleStale(key: string, keep: boolean): void {
      const row = get().rows.get(key);
      if (!isStale(row)) return;
      const { current: entry, texts } = row;
      const next = keep ? withTexts(undefined, { key, entry }, texts) : undefined;
      put([[key, next]]);
      if (next) void save([key]);
    },

    act: history.act,
    undo: history.undo,
    redo: history.redo,

    /**
     * Puts input of an earlier edit into the sheet, as rows that wait for the person; what was typed
     * since wins in a cell that both have.
     */
    restore(stored: readonly Pick<UnsavedRow, "entry" | "texts">[]): void {
      const added: string[] = [];
      const rows = stored.map(({ entry, texts }) => {
        const key = entry ? keyOf(entry) : nextKey();
        if (isNew({ key, entry })) added.push(key);
        const typed = get().rows.get(key);
        const row = withTexts(typed, { key, entry }, { ...texts, ...typed?.texts });
        return [key, row && refused(row)] as const;
      });
      put(rows, withNew(added));
    },
  };
}

export type EntrySheet = ReturnType<typeof createEntrySheet>;
