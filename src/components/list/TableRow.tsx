import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { type Column, namingSource, type ShownColumn } from "./column.ts";
import { Copied } from "./copies.tsx";
import type { Labels } from "./TableHead.tsx";
import styles from "./TableRow.module.css";

interface TableRowProps<Row extends RaRecord> {
  row: Row;
  columns: readonly ShownColumn<Row>[];
  labels: readonly Labels[];
  href: string | undefined;
  rowActions: ((row: Row) => ReactNode) | undefined;
  /** The checkbox that chooses the row. */
  box: ReactNode;
}

export function TableRow<Row extends RaRecord>(props: TableRowProps<Row>) {
  const { row, columns, labels, href, rowActions, box } = props;
  const naming = namingSource(columns);
  return (
    <tr className={styles.row} data-href={href}>
      {columns.map((column, index) => {
        const [label = "", secondLabel = ""] = labels[index] ?? [];
        const { source, second } = column;
        const content = contentOf(row, column);
        // A card leaves out empty cells.
        const cut = column.long && content ? twoLines(content) : content;
        const below = column.below?.(row);
        const shown = below ? withBelow(cut, below) : cut;
        const isName = source === naming && href !== undefined;
        return (
          <td
            key={source}
            data-label={label}
            data-align={column.align}
            data-nowrap={column.noWrap}
            data-names={source === naming || undefined}
          >
            {index === 0 ? box : null}
            {isName ? (
              <a href={href} className={styles.link}>
                {shown}
              </a>
            ) : (
              withCopy(shown, column, label)
            )}
            {second ? secondLine(second, secondLabel) : null}
          </td>
        );
      })}
      {rowActions ? (
        <td key={row.id} data-actions>
          {rowActions(row)}
        </td>
      ) : null}
    </tr>
  );

  function withCopy(shown: ReactNode, { copies, source }: Column<Row>, label: string) {
    const value = copies ? row[source] : undefined;
    if (typeof value !== "string" || value === "") return shown;
    return (
      <Copied label={label} value={value} passed={href !== undefined}>
        {shown}
      </Copied>
    );
  }

  function secondLine(second: Column<Row>, label: string) {
    const content = contentOf(row, second);
    if (content === null || content === "") return null;
    const title = typeof content === "string" ? content : undefined;
    const shown = (
      <span className={`note truncate ${styles.below}`} title={title}>
        {content}
      </span>
    );
    return (
      <span className={`shrink block ${styles.second}`} data-label={label}>
        {withCopy(shown, second, label)}
      </span>
    );
  }
}

function twoLines(content: ReactNode) {
  return (
    <span className={styles.long} title={typeof content === "string" ? content : undefined}>
      {content}
    </span>
  );
}

function withBelow(content: ReactNode, below: string) {
  return (
    <span className="shrink block">
      {content}
      <span className={`note truncate ${styles.below}`} title={below}>
        {below}
      </span>
    </span>
  );
}

function contentOf<Row extends RaRecord>(row: Row, { source, render }: Column<Row>): ReactNode {
  return render ? render(row) : plainValue(row, source);
}

function plainValue(row: RaRecord, source: string): ReactNode {
  const value: unknown = row[source];
  return typeof value === "number" || typeof value === "string" ? value : null;
}
