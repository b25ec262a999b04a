import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useEffectEvent } from "react";
import { useTranslate } from "react-admin";
import type { Entry } from "../../../../domain/entries.ts";
import { EntryRow } from "./EntryRow.tsx";
import styles from "./entries.module.css";
import type { PendingRows } from "./pendingRows.ts";
import { PAGE_ROWS } from "./useEntryPages.ts";
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
  pending: PendingRows;
  chosen: ReadonlyMap<number, Entry>;
  selectable: boolean;
  onNeed: (pages: number[]) => void;
}

/** The rows in view. Nothing else of the grid renders while it scrolls. */
export const GridRows = memo(function GridRows(props: GridRowsProps) {
  const { scroller, gridId, active, count, total, rowAt, pending, chosen, selectable } = props;
  const translate = useTranslate();
  const virtual = useVirtualizer({
    count: Math.ceil(count / BLOCK),
    getScrollElement: () => scroller.current,
    estimateSize: () => BLOCK * ROW_PX,
    overscan: OVERSCAN,
    initialRect: INITIAL_RECT,
    useFlushSync: false,
  });
  const [head] = virtual.getVirtualItems();
  // Always as many rows, so that one that leaves hands its elements to one that comes.
  const height = virtual.scrollRect?.height ?? INITIAL_RECT.height;
  const places = Math.min(Math.ceil(height / ROW_PX) + (2 * OVERSCAN + 1) * BLOCK, count);
  const first = Math.min((head?.index ?? 0) * BLOCK, count - places);
  const last = first + places - 1;
  useNeededPages(first, Math.min(last, Math.max(total - 1, 0)), props.onNeed);

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

/** Tells which pages are in view, once a fast scroll has slowed down. */
function useNeededPages(first: number, last: number, onNeed: (pages: number[]) => void) {
  const from = Math.floor(first / PAGE_ROWS);
  const to = Math.floor(last / PAGE_ROWS);
  const need = useEffectEvent(() => onNeed(from === to ? [from] : [from, to]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other pages are needed when they change
  useEffect(() => {
    const timer = setTimeout(() => need(), from === 0 ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [from, to]);
}
