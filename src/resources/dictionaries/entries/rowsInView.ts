import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from "@tanstack/react-virtual";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { type EntryStore, PAGE_ROWS } from "./entryPages.ts";
import {
  attribute,
  createRowElement,
  ROW_PX,
  type RowElement,
  type RowSentences,
  type ShownRow,
} from "./rowElement.ts";
import type { TableRow, UnsavedRows } from "./unsavedRows.ts";

/** Rows that are drawn before they come into view: three frames of a quick turn of the wheel. */
const OVERSCAN = 3;
/** Rows that come together, so that about every second frame of a scroll changes nothing. */
const BLOCK = 2;
/** Before the first measurement, and where nothing can be measured. */
const INITIAL_RECT = { width: 1000, height: 600 };

/** What the rows of the grid show, wherever it is scrolled to. */
export interface GridContent {
  /** The row of the cursor. */
  active: number;
  count: number;
  /** How many of them are stored. */
  total: number;
  rowAt: (row: number) => TableRow;
  store: EntryStore;
  unsaved: UnsavedRows;
  chosen: ReadonlyMap<number, Entry>;
  pasted: ReadonlySet<number>;
  selectable: boolean;
  sentences: RowSentences;
}

interface Place {
  /** The element that holds the rows. */
  body: HTMLElement;
  getScroller: () => HTMLElement | null;
  gridId: string;
}

export type RowsInView = ReturnType<typeof createRowsInView>;

/**
 * Draws the rows in view without React, which would need most of a frame on a slow machine
 * (docs/decisions/042): the elements of a row that leaves show the one that comes.
 */
export function createRowsInView({ body, getScroller, gridId }: Place) {
  const elements: RowElement[] = [];
  const setOrder = attribute(body, "aria-owns");
  const needPages = createNeeds();
  let content: GridContent | undefined;

  const virtual = new Virtualizer<HTMLElement, HTMLElement>({
    count: 0,
    getScrollElement: getScroller,
    estimateSize: () => ROW_PX,
    initialRect: INITIAL_RECT,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => draw({ onlyMoved: true }),
  });

  function draw({ onlyMoved }: { onlyMoved: boolean }) {
    if (!content) return;
    const { count, total, store } = content;
    const height = virtual.scrollRect?.height ?? INITIAL_RECT.height;
    const places = Math.min(Math.ceil(height / ROW_PX) + BLOCK + 2 * OVERSCAN, count);
    const top = (virtual.calculateRange()?.startIndex ?? 0) - OVERSCAN;
    const first = Math.max(Math.min(Math.floor(top / BLOCK) * BLOCK, count - places), 0);
    resize(places);
    const inOrder: string[] = [];
    for (let index = first; index < first + places; index += 1) {
      const row = elements[index % places];
      if (!row) continue;
      if (!onlyMoved || row.index() !== index) row.show(shownRow(content, index));
      inOrder.push(row.element.id);
    }
    // The elements stay where they are, which costs the least; this is the order of the rows.
    setOrder(inOrder.join(" "));
    needPages(store, first, first + places - 1, total);
  }

  function resize(places: number) {
    while (elements.length < places) {
      const row = createRowElement(`${gridId}-row-${elements.length}`);
      elements.push(row);
      body.append(row.element);
    }
    for (const { element } of elements.splice(places)) element.remove();
  }

  function shownRow({ active, ...rest }: GridContent, index: number): ShownRow {
    const { key, entry } = rest.rowAt(index);
    return {
      index,
      gridId: index === active ? gridId : undefined,
      key,
      entry,
      unsaved: key === undefined ? undefined : rest.unsaved.get(key),
      selected: entry !== null && rest.chosen.has(entry.entryId),
      pasted: entry !== null && rest.pasted.has(entry.entryId),
      selectable: rest.selectable,
      sentences: rest.sentences,
    };
  }

  const drawAll = () => draw({ onlyMoved: false });
  return {
    show: (next: GridContent) => {
      content = next;
      virtual.setOptions({ ...virtual.options, count: next.count });
      drawAll();
    },
    /** Draws again what the store has read since. */
    drawAll,
    /** Follows the scroll; to be called when the scroller is in the document. */
    follow: () => {
      virtual._willUpdate();
      drawAll();
    },
    remove: () => {
      virtual._didMount()();
      needPages.stop();
      resize(0);
    },
  };
}

const SETTLE_MS = 60;
/** Pages are read before they come into view. */
const ROWS_AHEAD = 50;

/** Tells which pages are in view or near, once a fast scroll has slowed down. */
function createNeeds() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let told: { store: EntryStore; from: number; to: number } | undefined;
  const need = (store: EntryStore, first: number, last: number, total: number) => {
    const pageOf = (row: number) => Math.floor(Math.max(Math.min(row, total - 1), 0) / PAGE_ROWS);
    const from = pageOf(first - ROWS_AHEAD);
    const to = pageOf(last + ROWS_AHEAD);
    if (told?.store === store && told.from === from && told.to === to) return;
    told = { store, from, to };
    clearTimeout(timer);
    const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    timer = setTimeout(() => store.need(pages), from === 0 ? 0 : SETTLE_MS);
  };
  return Object.assign(need, { stop: () => clearTimeout(timer) });
}
