import { useListSortContext, useTranslateLabel } from "react-admin";
import { ariaSort, SortButton } from "../../../components/list/TableHead.tsx";
import { entries } from "../../../i18n/ja/resources/entries.ts";
import styles from "./grid.module.css";
import boxes from "./gridBox.module.css";
import { type ColumnName, columnOf } from "./gridMoves.ts";

export const HEAD_PX = 36;

interface GridHeadProps {
  columns: readonly ColumnName[];
  /** Undefined if rows cannot be selected. */
  choice: { state: "all" | "some" | "none"; onToggle: () => void } | undefined;
}

const ARIA_CHECKED = { all: true, some: "mixed", none: false } as const;

export function GridHead({ columns, choice }: GridHeadProps) {
  const translateLabel = useTranslateLabel();
  const { sort } = useListSortContext();
  return (
    <div role="row" aria-rowindex={1} className={`note strong ${styles.head}`}>
      {columns.map((column) => {
        const label = String(translateLabel({ source: column }));
        if (column === "choose") {
          return (
            <div
              key={column}
              role="columnheader"
              className={`grid quiet place-center ${styles.choose}`}
            >
              <span className="visually-hidden">{entries.grid.choose}</span>
              {choice ? (
                <button
                  type="button"
                  role="checkbox"
                  aria-checked={ARIA_CHECKED[choice.state]}
                  aria-label={entries.grid.chooseAll}
                  className={`grid place-center ${boxes.boxButton}`}
                  onClick={choice.onToggle}
                >
                  <span
                    className={`grid round-small surface place-center ${boxes.box}`}
                    data-on={choice.state === "none" ? undefined : choice.state}
                  />
                </button>
              ) : null}
            </div>
          );
        }
        if (column === "warnings" || column === "note" || column === "reflection") {
          return (
            <div key={column} role="columnheader" className="shaded pad-0-12 content-center">
              {label}
            </div>
          );
        }
        return (
          <div
            key={column}
            role="columnheader"
            aria-colindex={columnOf(column) + 1}
            aria-sort={ariaSort(sort.field === column ? sort.order : undefined)}
            data-field={column}
            className="shaded pad-0-12 content-center"
          >
            <SortButton field={column} label={label} />
          </div>
        );
      })}
    </div>
  );
}
