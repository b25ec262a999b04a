import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useDeferredValue, useEffect, useSyncExternalStore } from "react";
import { useTranslate } from "react-admin";
import type { Entry } from "../../../../domain/entries.ts";
import { EntryRow } from "./EntryRow.tsx";
import styles from "./entries.module.css";
import { type EntryStore, PAGE_ROWS } from "./entryPages.ts";
import type { PendingRows } from "./pendingRows.ts";
import type { GridRow } from "./useGridCursor.ts";

export const ROW_PX = 38;
export const HEAD_PX = 36;
/** Rows come and go together, so that most frames of a scroll render nothing. */
const BLOCK = 4;
const OVERSCAN = 2;
/** Before the first measurement, and where nothing can be measured. */
const INITIAL_RECT = { width: 1000, height: 600 };

interface GridRowsProps {
  scroller: RefObject<HTMLDivElement | null>;
  gridId: string;
  /** The row of the cursor. */
  active: number;
  count: number;
  /** The rows behind these are new. */
  total: number;
  rowAt: (row: number) => GridRow;
  store: EntryStore;
  pending: PendingRows;
  chosen: ReadonlyMap<number, Entry>;
  selectable: boolean;
}

/** The rows in view. Nothing else of the grid renders while it scrolls. */
export const GridRows = memo(function GridRows({ scroller, ...rows }: GridRowsProps) {
  const { count, total } = rows;
  const virtual = useVirtualizer({
    count: Math.ceil(count / BLOCK),
    getScrollElement: () => scroller.current,
    estimateSize: () => BLOCK * ROW_PX,
    overscan: OVERSCAN,
    initialRect: INITIAL_RECT,
    useFlushSync: false,
  });
  const [head] = virtual.getVirtualItems();
  const height = virtual.scrollRect?.height ?? INITIAL_RECT.height;
  const places = Math.min(Math.ceil(height / ROW_PX) + (2 * OVERSCAN + 1) * BLOCK, count);
  const first = Math.min((head?.index ?? 0) * BLOCK, count - places);
  const last = first + places - 1;
  useNeededPages(rows.store, first, last, total);

  // React renders rows that are not in view yet between the frames, and others at once.
  const rendered = useDeferredValue(first);
  const isAhead = Math.abs(rendered - first) <= BLOCK && rendered + places <= count;
  return <RowSlots {...rows} first={isAhead ? rendered : first} places={places} />;
});

interface RowSlotsProps extends Omit<GridRowsProps, "scroller"> {
  first: number;
  places: number;
}

/** Always as many rows, so that one that leaves hands its elements to one that comes. */
const RowSlots = memo(function RowSlots(props: RowSlotsProps) {
  const { gridId, active, count, total, first, places } = props;
  const { rowAt, store, pending, chosen, selectable } = props;
  useSyncExternalStore(store.subscribe, () => store.get().read);
  const translate = useTranslate();
  const slotId = (index: number) => `${gridId}-row-${index % places}`;
  return (
    <div
      role="rowgroup"
      // The elements stay where they are, which costs the least; this is the order of the rows.
      aria-owns={Array.from({ length: places }, (_, at) => slotId(first + at)).join(" ")}
      className={styles.rows}
      style={{ height: count * ROW_PX }}
    >
      {Array.from({ length: places }, (_, slot) => {
        const index = first + ((slot - (first % places) + places) % places);
        const { key, entry } = rowAt(index);
        return (
          <EntryRow
            key={slotId(index)}
            id={slotId(index)}
            index={index}
            gridId={index === active ? gridId : undefined}
            entry={entry ?? undefined}
            isNew={index >= total}
            pending={key === undefined ? undefined : pending.get(key)}
            selected={entry !== null && chosen.has(entry.entryId)}
            selectable={selectable}
            top={index * ROW_PX}
            translate={translate}
          />
        );
      })}
    </div>
  );
});

const SETTLE_MS = 60;
/** Pages are read before they come into view. */
const ROWS_AHEAD = 50;

/** Tells which pages are in view or near, once a fast scroll has slowed down. */
function useNeededPages({ need }: EntryStore, first: number, last: number, total: number) {
  const pageOf = (row: number) => Math.floor(Math.max(Math.min(row, total - 1), 0) / PAGE_ROWS);
  const from = pageOf(first - ROWS_AHEAD);
  const to = pageOf(last + ROWS_AHEAD);
  useEffect(() => {
    const tell = () => need(Array.from({ length: to - from + 1 }, (_, at) => from + at));
    const timer = setTimeout(tell, from === 0 ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [need, from, to]);
}
