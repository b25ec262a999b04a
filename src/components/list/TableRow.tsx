import type { ReactNode } from "react";
import type { RaRecord } from "react-admin";
import type { Column } from "./column.ts";
import styles from "./DataTable.module.css";

interface TableRowProps<Row extends RaRecord> {
  row: Row;
  columns: readonly Column<Row>[];
  labels: readonly string[];
  href: string | undefined;
  rowActions: ((row: Row) => ReactNode) | undefined;
}

export function TableRow<Row extends RaRecord>(props: TableRowProps<Row>) {
  const { row, columns, labels, href, rowActions } = props;
  return (
    <tr data-href={href}>
      {columns.map((column, index) => {
        const content = column.render ? column.render(row) : plainValue(row, column.source);
        // A card leaves out empty cells.
        const cut = column.long && content ? <Long>{content}</Long> : content;
        const below = column.below?.(row);
        const shown = below ? <TwoLines below={below}>{cut}</TwoLines> : cut;
        return (
          <td
            key={column.source}
            data-label={labels[index]}
            data-align={column.align}
            data-nowrap={column.noWrap}
          >
            {index === 0 && href ? (
              <a href={href} className={styles.link}>
                {shown}
              </a>
            ) : (
              shown
            )}
          </td>
        );
      })}
      {rowActions ? <td className={styles.rowActions}>{rowActions(row)}</td> : null}
    </tr>
  );
}

function Long({ children }: { children: ReactNode }) {
  return (
    <span className={styles.long} title={typeof children === "string" ? children : undefined}>
      {children}
    </span>
  );
}

function TwoLines({ below, children }: { below: string; children: ReactNode }) {
  return (
    <span className={styles.lines}>
      {children}
      <span className={styles.below} title={below}>
        {below}
      </span>
    </span>
  );
}

function plainValue(row: RaRecord, source: string): ReactNode {
  const value: unknown = row[source];
  return typeof value === "number" || typeof value === "string" ? value : null;
}
