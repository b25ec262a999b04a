import { memo } from "react";
import type { Entry } from "../../../../domain/entries.ts";
import type { Translate } from "../../../i18n/translate.ts";
import styles from "./entries.module.css";
import { FIELDS, textOf } from "./entryCells.ts";
import { columnOf } from "./gridMoves.ts";
import type { PendingRow } from "./pendingRows.ts";
import { WarningMark } from "./WarningMark.tsx";

interface EntryRowProps {
  id: string;
  index: number;
  /** Begins the ids of the cells in the row of the cursor; undefined in other rows. */
  gridId: string | undefined;
  /** Undefined while it is loading, and for a new one. */
  entry: Entry | undefined;
  isNew: boolean;
  pending: PendingRow | undefined;
  selected: boolean;
  selectable: boolean;
  top: number;
  translate: Translate;
}

/** A text of this length fits the narrowest of the wide columns. Clipping each cell costs frames. */
const SHORT = 8;

/** One row of the grid. It has no handlers of its own, so that scrolling renders little. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { index, gridId, entry, isNew, pending, selected, selectable, top, translate } = props;
  const cellId = (column: number) => gridId && `${gridId}-${index}-${column}`;
  return (
    <div
      role="row"
      id={props.id}
      aria-rowindex={index + 2}
      aria-selected={selectable ? selected : undefined}
      className={styles.row}
      data-index={index}
      data-off={entry?.enabled === false || undefined}
      data-saving={pending?.state === "saving" || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" id={cellId(0)} data-column={0} className={styles.choose}>
        {isNew ? <span aria-hidden>＋</span> : null}
        {selectable && !isNew ? (
          <span className={styles.box} data-on={selected || undefined}>
            <span className="visually-hidden">
              {translate("resources.entries.grid.chooseRow", { row: index + 1 })}
            </span>
          </span>
        ) : null}
      </div>
      {FIELDS.map((field) => {
        const column = columnOf(field);
        const written = pending?.texts[field];
        const text = written ?? (entry ? textOf(entry, field) : "");
        return (
          <div
            key={field}
            role="gridcell"
            id={cellId(column)}
            data-column={column}
            data-field={field}
            data-long={text.length > SHORT || undefined}
            data-unsaved={written !== undefined || undefined}
            aria-invalid={pending?.errors[field] ? true : undefined}
            className={styles.cell}
          >
            {text}
            {!entry && !isNew ? <span className={styles.skeleton} /> : null}
            {isNew && field === "surface" && written === undefined ? (
              <span className={styles.hint}>{translate("resources.entries.grid.newRow")}</span>
            ) : null}
          </div>
        );
      })}
      <div
        role="gridcell"
        id={cellId(columnOf("warnings"))}
        data-column={columnOf("warnings")}
        className={styles.cell}
      >
        {entry && entry.warnings.length > 0 ? (
          <WarningMark warnings={entry.warnings} translate={translate} />
        ) : null}
      </div>
    </div>
  );
});
