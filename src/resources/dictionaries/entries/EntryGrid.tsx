import {
  type FocusEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import edges from "../../../components/list/scrollEdges.module.css";
import { useScrollEdges } from "../../../components/list/useScrollEdges.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { CellInput, cellNotes } from "./CellInput.tsx";
import { FIELDS, otherState } from "./entryCells.ts";
import { useInputUnderLock } from "./entryLock.ts";
import type { EntryPages } from "./entryPages.ts";
import type { EntrySheet, SheetState } from "./entrySheet.ts";
import { FirstEntries } from "./FirstEntries.tsx";
import { GridHead, HEAD_PX } from "./GridHead.tsx";
import { GridRows, ROW_PX } from "./GridRows.tsx";
import styles from "./grid.module.css";
import { type ClipboardParts, gridClipboard } from "./gridClipboard.ts";
import { COLUMNS, columnOf, placeOf, shownColumns } from "./gridMoves.ts";
import { entryIdOf, isStale, keyOf, type TableRow, type UnsavedRow } from "./unsavedRows.ts";
import type { EntryChoice } from "./useEntryWork.ts";
import { type GridCommands, useGridCursor } from "./useGridCursor.ts";

/** A row with the list or the note below it; above it there is room from the fifth row on. */
const LIST_PX = 194;

export interface GridHandle {
  /** Begins to edit the empty row at the end. */
  add: () => void;
  focus: () => void;
  /** Scrolls to the cursor if it has the focus. */
  show: () => void;
  /** Scrolls so that the rows from this one on are in view. */
  showFrom: (row: number) => void;
  /** Moves the cursor to the first wrong cell of the next of these rows; false if none is in the table. */
  goToNext: (keys: readonly string[]) => boolean;
  /** The entry of the row that has the cursor; null for a new row, or one that is loading. */
  entry: () => Entry | null;
  /** Ends the edit and saves its row, before what is done next, as an undo will put them back. */
  leave: () => void;
}

interface EntryGridProps {
  dictionaryId: number;
  pages: EntryPages & { total: number };
  sheet: EntrySheet;
  state: SheetState;
  choice: EntryChoice;
  /** The entries that the last action has pasted. */
  pasted: ReadonlySet<number>;
  /** Under the lock. */
  editable: boolean;
  /** Under the lock, or where the first input may take it. */
  writable: boolean;
  /** A dialog shows what the input would do: the edit goes on after it. */
  isTried: boolean;
  ref: Ref<GridHandle>;
  /** Hears the row as the edit in it would leave it; undefined without an edit. */
  onTyping: (row: UnsavedRow | undefined) => void;
  onPaste: ClipboardParts["onPaste"];
  commands: GridCommands;
}

/** The entries as a spreadsheet: the ARIA grid pattern with one input as its cursor. */
export function EntryGrid(props: EntryGridProps) {
  const { pages, sheet, state, choice, editable, writable, commands } = props;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useScrollEdges(frame);
  const input = useRef<HTMLInputElement>(null);
  const { added: all } = state;
  const added = useMemo(() => (writable ? all : all.slice(0, -1)), [all, writable]);
  const rows = pages.total + added.length;
  const rowAt = useCallback(
    (row: number): TableRow => {
      if (row >= pages.total) return { key: added[row - pages.total], entry: null };
      const entry = pages.store.entryAt(row);
      return { key: entry && keyOf(entry), entry: entry ?? null };
    },
    [pages.total, pages.store, added],
  );
  const rowOf = (key: string) => {
    const at = added.indexOf(key);
    if (at >= 0) return pages.total + at;
    const entryId = entryIdOf(key);
    return entryId === undefined ? undefined : pages.store.indexOf(entryId);
  };
  const columns = shownColumns(pages.hasUses);
  const cursor = useGridCursor({
    sheet,
    choice,
    rowAt,
    rowOf,
    rows,
    columns: columns.length,
    pageRows: () => Math.max(Math.floor((scroller.current?.clientHeight ?? 400) / ROW_PX) - 2, 1),
    editable,
    writable,
    commands,
  });
  const { active, activeRow, editing, field, unsaved } = cursor;
  const clipboard = gridClipboard({
    cursor,
    choice,
    writable,
    onImpossible: commands.onImpossible,
    onPaste: props.onPaste,
  });
  // Other rows follow their pages themselves.
  useSyncExternalStore(pages.store.subscribe, () => pages.store.entryAt(active.row));

  const tellTyping = useEffectEvent(() => props.onTyping(cursor.edited()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever the edit changes
  useEffect(() => tellTyping(), [editing]);
  useInputUnderLock({ sheet, state, cursor, editable, writable });

  // In another order the table begins at its first row again.
  const { store } = pages;
  const goToTop = useEffectEvent(() => {
    cursor.move({ row: 0, column: active.column });
    if (scroller.current) scroller.current.scrollTop = 0;
  });
  const shownStore = useRef(store);
  useEffect(() => {
    if (shownStore.current !== store) goToTop();
    shownStore.current = store;
  }, [store]);

  const place = `${active.row} ${active.column}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move of the cursor scrolls
  useLayoutEffect(() => {
    show();
  }, [place]);

  function focus() {
    input.current?.focus({ preventScroll: true });
  }

  function show() {
    if (document.activeElement !== input.current) return;
    input.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function goToNext(keys: readonly string[]): boolean {
    const places = keys
      .flatMap((key) => {
        const row = rowOf(key);
        return row === undefined ? [] : [{ key, row }];
      })
      .sort((one, other) => one.row - other.row);
    const next = places.find(({ row }) => row > active.row) ?? places[0];
    if (!next) return false;
    const errors = state.rows.get(next.key)?.errors ?? {};
    const wrong = FIELDS.find((each) => errors[each] !== undefined) ?? "surface";
    focus();
    cursor.move({ row: next.row, column: columnOf(wrong) });
    show();
    return true;
  }

  useImperativeHandle(props.ref, () => ({
    add: () => {
      cursor.move({ row: rows - 1, column: columnOf("surface") });
      if (scroller.current) scroller.current.scrollTop = rows * ROW_PX;
      focus();
    },
    focus,
    show,
    showFrom: (row) => {
      if (scroller.current) scroller.current.scrollTop = row * ROW_PX;
    },
    goToNext,
    entry: () => activeRow.entry,
    leave,
  }));

  function onPointerDown(event: PointerEvent) {
    const at = placeOf(event.target);
    if (!at || event.button !== 0) return;
    event.preventDefault();
    if (editing) cursor.leave();
    const isAgain = at.row === active.row && at.column === active.column;
    focus();
    cursor.move(at);
    if (event.shiftKey && editable) void choice.extendTo(at.row, active.row);
    else if (COLUMNS[at.column] === "choose" && editable) cursor.toggleAt(at);
    else if (isAgain && event.pointerType !== "mouse") edit();
  }

  function edit() {
    if (!writable) return commands.onImpossible();
    if (field === "enabled") {
      cursor.enter(activeRow, { enabled: otherState(cursor.textIn(activeRow, field)) });
    } else if (field) cursor.begin(cursor.textIn(activeRow, field), true);
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    // Another window or tab of the browser leaves the edit as it is.
    if (!document.hasFocus() || props.isTried) return;
    if (relatedTarget instanceof Node && scroller.current?.contains(relatedTarget)) return;
    leave();
  }

  function leave() {
    if (editing) cursor.leave();
    if (activeRow.key && editable) sheet.leave(activeRow.key);
  }

  const error = field ? unsaved?.errors[field] : undefined;
  const column = COLUMNS[active.column] ?? "surface";
  const notes = cellNotes({ column, field, row: activeRow, unsaved });
  const label = entries.grid.cell(entries.fields[column], active.row + 1);
  const { chosen } = choice;
  const wholeChoice = {
    state: chosen.size === 0 ? "none" : chosen.size >= pages.total ? "all" : "some",
    onToggle: () => (chosen.size > 0 ? choice.clear() : void choice.chooseAll()),
  } as const;
  const top = active.row * ROW_PX + HEAD_PX;
  const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
  return (
    <div ref={frame} className={`screen-only relative ${styles.frame} ${edges.edge}`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the input takes the keys of the grid */}
      <div
        ref={scroller}
        className={`relative body-text line-below scroll tall-line ${styles.scroller}`}
        data-uses={pages.hasUses ? "" : undefined}
        onPointerDown={onPointerDown}
        onDoubleClick={(event) => placeOf(event.target) && edit()}
      >
        <div className={`relative ${styles.sheet}`}>
          <div
            role="grid"
            id={gridId}
            aria-label={entries.grid.label}
            aria-rowcount={rows + 1}
            aria-colcount={columns.length}
            aria-readonly={!writable}
            aria-multiselectable={editable}
          >
            <GridHead columns={columns} choice={editable ? wholeChoice : undefined} />
            <GridRows
              scroller={scroller}
              gridId={gridId}
              active={active.row}
              count={rows}
              total={pages.total}
              rowAt={rowAt}
              store={pages.store}
              tellsUses={pages.hasUses}
              unsaved={state.rows}
              chosen={chosen}
              pasted={props.pasted}
              selectable={editable}
            />
          </div>
          <CellInput
            inputRef={input}
            gridId={gridId}
            top={top}
            isLow={scrollTop + clientHeight - top < LIST_PX && active.row > 3}
            row={active.row}
            column={active.column}
            label={label}
            text={editing?.text ?? null}
            readOnly={!writable || !field || field === "enabled" || !activeRow.key}
            notes={notes}
            isInvalid={error !== undefined || isStale(unsaved)}
            options={
              cursor.options && editing
                ? { names: cursor.options, chosen: editing.option, onChoose: cursor.choose }
                : null
            }
            onChange={cursor.change}
            onKeyDown={cursor.onKeyDown}
            {...clipboard}
            onBlur={onBlur}
            ghost={editing?.ghost}
            composition={cursor.composition}
          />
          {pages.total === 0 && !pages.isFiltered && state.rows.size === 0 ? (
            <FirstEntries dictionaryId={props.dictionaryId} />
          ) : null}
        </div>
      </div>
    </div>
  );
}
