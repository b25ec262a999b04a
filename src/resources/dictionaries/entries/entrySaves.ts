import { MOST_OPERATIONS } from "../../../../domain/entries/rules.ts";
import { statusOf } from "../../../providers/problems/answerStatus.ts";
import { answerOf } from "../../../writes/problem.ts";
import { savedFirst } from "../../../writes/savedFirst.ts";
import {
  countOf,
  errorsByRow,
  noStep,
  type Step,
  savedRows,
  staleEntryOf,
  undoRows,
  writesOf,
} from "./entryBatches.ts";
import { type Field, valuesOf } from "./entryCells.ts";
import type { HistoryCalls } from "./entryHistory.ts";
import {
  isRefused,
  isSaving,
  isStored,
  missingIn,
  refused,
  rest,
  saving,
  type UnsavedRow,
  type UnsavedRows,
} from "./unsavedRows.ts";

export interface SheetCalls extends HistoryCalls {
  /** Called for a refused write, such as one without the lock. */
  refused(error: unknown): void;
  /** The sentence for a cell that has no value. */
  unread(field: Field): string;
}

interface SaveParts {
  calls: () => SheetCalls;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  rows: () => UnsavedRows;
  put: (changes: Iterable<readonly [string, UnsavedRow | undefined]>) => void;
  remember: (step: Step) => void;
}

interface SaveOptions {
  /** Also rows that were refused before. */
  again?: boolean;
  /** Rows as they were before the action, whose undo brings those back that it has not saved. */
  before?: ReadonlyMap<string, UnsavedRow | undefined>;
}

/** Saves unsaved rows; those that cannot be saved stay, with their errors. Resolves to how many were. */
export function createEntrySaves({ calls, inTurn, rows, put, remember }: SaveParts) {
  /** The row as it was sent, with what was typed since. */
  const nowOf = (row: UnsavedRow): UnsavedRow => ({ ...row, ...rows().get(row.key) });

  /** Marks the rows that a refusal names, or all; returns the rows that can be sent without them. */
  function markRefused(sent: readonly UnsavedRow[], error: unknown): UnsavedRow[] {
    const answer = answerOf(error);
    const current = staleEntryOf(answer);
    const byRow = errorsByRow(sent, answer?.errors ?? {});
    const currentOf = (row: UnsavedRow) =>
      isStored(row) && row.entry.entryId === current?.entryId
        ? { current, savedFirst: savedFirst(error) }
        : {};
    const isNamed = (row: UnsavedRow) => byRow.has(row.key) || "current" in currentOf(row);
    const others = sent.filter((row) => !isNamed(row));
    const isAboutRows = others.length < sent.length;
    if (!isAboutRows) calls().refused(error);
    const unsent = statusOf(error) === 0;
    put(
      (isAboutRows ? sent.filter(isNamed) : sent).map((row) => {
        const errors = byRow.get(row.key) ?? {};
        return [row.key, refused(nowOf(row), { unsent, errors, ...currentOf(row) })];
      }),
    );
    return isAboutRows ? others : [];
  }

  const errorsOf = (row: UnsavedRow) => {
    const fields = [...valuesOf(row.texts).unread, ...missingIn(row)];
    return Object.fromEntries(fields.map((field) => [field, calls().unread(field)]));
  };

  /** Marks the rows that hold what no cell can; returns the others. */
  function readable(keys: readonly string[], again: boolean): UnsavedRow[] {
    const all = keys.flatMap((key) => rows().get(key) ?? []);
    const sent = all.filter((row) => !isSaving(row) && (again || !isRefused(row)));
    const errors = new Map(sent.map((row) => [row.key, errorsOf(row)]));
    const isWrong = ({ key }: UnsavedRow) => Object.keys(errors.get(key) ?? {}).length > 0;
    const wrong = sent.filter(isWrong);
    if (wrong.length > 0) {
      put(wrong.map((row) => [row.key, refused(row, { errors: errors.get(row.key) ?? {} })]));
    }
    return sent.filter((row) => !isWrong(row));
  }

  return (keys: readonly string[], { again = true, before }: SaveOptions = {}): Promise<number> =>
    inTurn(async () => {
      let left = readable(keys, again);
      let step = noStep();
      const done = new Set<string>();
      while (left.length > 0) {
        const sent = left.slice(0, MOST_OPERATIONS);
        const others = left.slice(sent.length);
        try {
          const result = await calls().write(writesOf(sent), (submission) =>
            put(sent.map((row) => [row.key, saving(nowOf(row), submission)])),
          );
          const saved = savedRows(sent, result);
          // More rows than one request takes are put back by as many steps.
          if (countOf(step) > 0) {
            remember(step);
            step = noStep();
          }
          undoRows(step, saved);
          await calls().written(result);
          put(
            saved.flatMap(({ row, entry }) => {
              const more = rest(rows().get(row.key), row.texts, entry);
              const removed: [string, undefined] = [row.key, undefined];
              return more ? [removed, [more.key, more] as const] : [removed];
            }),
          );
          for (const { key } of sent) done.add(key);
          left = others;
        } catch (error) {
          left = [...markRefused(sent, error), ...others];
        }
      }
      for (const [key, row] of before ?? []) {
        const replaced = rows().get(key);
        if (!done.has(key) && replaced !== row) step.rows.push({ key, row, replaced });
      }
      remember(step);
      return done.size;
    });
}
