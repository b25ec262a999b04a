import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useSyncExternalStore } from "react";
import { weightLabels } from "../../../../domain/entries/fields.ts";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import { enabledText } from "../../../../domain/entries/state.ts";
import { formatNumber } from "../../../../domain/text/numbers.ts";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import { FIELDS, type Field, shownTextOf, warningKinds } from "./entryCells.ts";
import { type EntryStore, PAGE_ROWS } from "./entryPages.ts";
import styles from "./grid.module.css";
import boxes from "./gridBox.module.css";
import { type ColumnName, columnOf } from "./gridMoves.ts";
import {
  isLoading,
  isNew,
  isSaving,
  type TableRow,
  type UnsavedRow,
  type UnsavedRows,
} from "./unsavedRows.ts";

/** As high as the style of a row makes it. */
export const ROW_PX = 38;
/** Rows that come together, so that about every second frame of a scroll changes nothing. */
const BLOCK = 2;
/** Blocks before and behind those in view, so that a quick turn of the wheel shows no empty place. */
const BLOCKS_AHEAD = 4;
/** Before the first measurement. */
const INITIAL_RECT = { width: 1000, height: 600 };

interface GridRowsProps {
  scroller: RefObject<HTMLDivElement | null>;
  gridId: string;
  /** The row of the cursor. */
  active: number;
  count: number;
  /** How many of them are stored. */
  total: number;
  rowAt: (row: number) => TableRow;
  store: EntryStore;
  /** Whether engines tell how often they have recognised words. */
  tellsUses: boolean;
  unsaved: UnsavedRows;
  chosen: ReadonlyMap<number, Entry>;
  pasted: ReadonlySet<number>;
  selectable: boolean;
}

/** The rows of the grid, of which those in view are in the document; a scroll renders those that come. */
export const GridRows = memo(function GridRows(props: GridRowsProps) {
  const { scroller, gridId, active, count, total, rowAt, store, selectable } = props;
  const blocks = useVirtualizer({
    count: Math.ceil(count / BLOCK),
    getScrollElement: () => scroller.current,
    estimateSize: () => BLOCK * ROW_PX,
    overscan: BLOCKS_AHEAD,
    initialRect: INITIAL_RECT,
  });
  // What `rowAt` finds changes with the pages that are read.
  const { hasFetched } = useSyncExternalStore(store.subscribe, store.get);
  const indices = blocks
    .getVirtualItems()
    .flatMap((block) => Array.from({ length: BLOCK }, (_, n) => block.index * BLOCK + n))
    .filter((index) => index < count);
  useNeededPages(store, indices[0] ?? 0, indices.at(-1) ?? 0, total);
  return (
    <div role="rowgroup" className="relative" style={{ height: count * ROW_PX }}>
      {indices.map((index) => {
        const { key, entry } = rowAt(index);
        return (
          <GridRow
            key={index}
            index={index}
            gridId={index === active ? gridId : undefined}
            rowKey={key}
            entry={entry}
            unsaved={key === undefined ? undefined : props.unsaved.get(key)}
            selected={entry !== null && props.chosen.has(entry.entryId)}
            pasted={entry !== null && props.pasted.has(entry.entryId)}
            selectable={selectable}
            tellsPending={hasFetched}
            tellsUses={props.tellsUses}
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
function useNeededPages(store: EntryStore, first: number, last: number, total: number) {
  const pageOf = (row: number) => Math.floor(Math.max(Math.min(row, total - 1), 0) / PAGE_ROWS);
  const from = pageOf(first - ROWS_AHEAD);
  const to = pageOf(last + ROWS_AHEAD);
  useEffect(() => {
    const pages = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const timer = setTimeout(() => store.need(pages), from === 0 ? 0 : SETTLE_MS);
    return () => clearTimeout(timer);
  }, [store, from, to]);
}

interface GridRowProps {
  index: number;
  /** Begins the ids of the cells in the row of the cursor; undefined in other rows. */
  gridId: string | undefined;
  rowKey: string | undefined;
  entry: Entry | null;
  unsaved: UnsavedRow | undefined;
  selected: boolean;
  pasted: boolean;
  selectable: boolean;
  /** Whether a row that no engine has differs from others. */
  tellsPending: boolean;
  tellsUses: boolean;
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, rowKey, entry, unsaved, selected, selectable } = props;
  const row = { key: rowKey, entry };
  const hasBox = selectable && !isNew(row);
  return (
    <div
      role="row"
      className={styles.row}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      data-new={flag(isNew(row))}
      data-loading={flag(isLoading(row))}
      data-off={flag(entry?.enabled === false)}
      data-pasted={flag(props.pasted)}
      data-saving={flag(isSaving(unsaved))}
    >
      <div {...placeOf(props, "choose")} className={`grid quiet place-center ${styles.choose}`}>
        <span
          className={`grid round-small surface place-center ${boxes.box}`}
          hidden={!hasBox}
          data-on={flag(selected)}
        >
          <span className="visually-hidden">{hasBox ? entries.grid.chooseRow(index + 1) : ""}</span>
        </span>
      </div>
      {FIELDS.map((field) => (
        <div
          key={field}
          {...placeOf(props, field)}
          {...fieldOf(field)}
          className={`pad-0-12 content-center ${styles.cell}`}
        >
          {textOf(field)}
        </div>
      ))}
      <div {...placeOf(props, "warnings")} className={`pad-0-12 content-center ${styles.cell}`}>
        <Warnings entry={entry} />
      </div>
      <div {...placeOf(props, "reflection")} className={`pad-0-12 content-center ${styles.cell}`}>
        <Reflection
          entry={entry}
          isActive={props.gridId !== undefined}
          tellsPending={props.tellsPending}
        />
      </div>
      {props.tellsUses ? (
        <div
          {...placeOf(props, "uses30Days")}
          className={`numeric pad-0-12 content-center ${styles.count}`}
        >
          {typeof entry?.uses30Days === "number" ? formatNumber(entry.uses30Days) : ""}
        </div>
      ) : null}
    </div>
  );

  function shownOf(field: Field) {
    return unsaved?.texts[field] ?? (entry ? shownTextOf(entry, field) : "");
  }

  function isHint(field: Field) {
    return isNew(row) && field === "surface" && unsaved?.texts.surface === undefined;
  }

  function textOf(field: Field) {
    return isHint(field) ? entries.grid.newRow : shownOf(field);
  }

  function fieldOf(field: Field) {
    return {
      "data-field": field,
      "data-long": flag(shownOf(field).length > SHORT),
      "data-hint": flag(isHint(field)),
      "data-dots": field === "weight" ? dotsOf(unsaved?.texts.weight ?? entry?.weight) : undefined,
      "data-usual": flag(field === "enabled" && shownOf(field) === USUAL),
      "data-unsaved": flag(unsaved?.texts[field] !== undefined),
      "aria-invalid": unsaved?.errors[field] ? true : undefined,
    };
  }
});

/** A text of this length fits the narrowest of the wide columns. Clipping each cell costs frames. */
const SHORT = 8;

/** Most words are enabled; what differs from that is to be seen. */
const USUAL = enabledText(true);

/** The dots of a strength; undefined for what is none, which shows as its text. */
const dotsOf = (weight: number | string | undefined) =>
  weight !== undefined && Number(weight) in weightLabels ? Number(weight) : undefined;

const flag = (isOn: boolean) => (isOn ? "" : undefined);

const placeOf = ({ gridId, index }: GridRowProps, name: ColumnName) => ({
  role: "gridcell",
  id: gridId && `${gridId}-${index}-${columnOf(name)}`,
  "data-column": columnOf(name),
});

interface ReflectionProps {
  entry: Entry | null;
  /** The row of the cursor tells all; the others only what differs. */
  isActive: boolean;
  tellsPending: boolean;
}

/** Whether engines have the entry as it is, and what they have made with it since. */
function Reflection({ entry, isActive, tellsPending }: ReflectionProps) {
  if (!entry?.reflection) return null;
  const { revision, fetched, transcriptCount } = entry.reflection;
  if (!isActive && (fetched || !tellsPending)) return null;
  const count = formatNumber(transcriptCount);
  return (
    <span className="note block numeric tall-16">
      {fetched ? entries.grid.fetched(revision, count) : entries.grid.pending}
    </span>
  );
}

function Warnings({ entry }: { entry: Entry | null }) {
  // Warnings are of enabled words, merged words are disabled.
  if (entry?.mergedInto) return <span className="note">{entries.grid.merged}</span>;
  const warnings = entry?.warnings ?? [];
  if (warnings.length === 0) return null;
  const { warned, mentioned } = warningKinds(warnings);
  return (
    <>
      {warned ? (
        <span className={`gap-4 caption strong inline-line warning ${styles.warning}`}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            {/* An exclamation mark in a triangle. */}
            <path d="M8 1 15.5 14.5H.5ZM7.2 6v4h1.6V6Zm0 5.2v1.6h1.6v-1.6Z" />
          </svg>
          {warned}
        </span>
      ) : null}
      {mentioned ? <span className="note">{warned ? `・${mentioned}` : mentioned}</span> : null}
    </>
  );
}
