import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import { type Column, namingSource } from "./column.ts";
import { Copied } from "./copies.tsx";
import styles from "./DataTable.module.css";

interface TableRowProps<Row extends RaRecord> {
  row: Row;
  columns: readonly Column<Row>[];
  labels: readonly string[];
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
        const content = contentOf(row, column);
        // A card leaves out empty cells.
        const cut = column.long && content ? twoLines(content) : content;
        const below = column.below?.(row);
        const shown = below ? withBelow(cut, below) : cut;
        const value = column.copies ? row[column.source] : undefined;
        return (
          <td
            key={column.source}
            data-label={labels[index]}
            data-align={column.align}
            data-nowrap={column.noWrap}
            data-names={column.source === naming || undefined}
          >
            {index === 0 ? box : null}
            {column.source === naming && href ? (
              <a href={href} className={styles.link}>
                {shown}
              </a>
            ) : typeof value === "string" && value !== "" ? (
              <Copied label={labels[index] ?? ""} value={value} passed={href !== undefined}>
                {shown}
              </Copied>
            ) : (
              shown
            )}
          </td>
        );
      })}
      {rowActions ? (
        <td key={row.id} className={styles.rowActions}>
          {rowActions(row)}
        </td>
      ) : null}
    </tr>
  );
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
    <span className={styles.lines}>
      {content}
      <span className={styles.below} title={below}>
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
