import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { type RaRecord, useListContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { LoadError } from "../display/LoadError.tsx";
import { EmptyState, StateMessage } from "../display/StateMessage.tsx";
import states from "./cells.module.css";
import { type Column, type Labels, namingSource, type ShownColumn } from "./column.ts";
import { Copied } from "./copies.tsx";
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
    <span
      className={`clip ${styles.long}`}
      title={typeof content === "string" ? content : undefined}
    >
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

/** One skeleton row per row of the page. */
export function SkeletonRows({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
    <tr key={row} data-loading>
      {Array.from({ length: width }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell}>
          {row === 0 && cell === 0 ? <span className="visually-hidden">{app.loading}</span> : null}
          <span className={`block round-small ${states.skeleton}`} />
        </td>
      ))}
    </tr>
  ));
}

function StateRow({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr data-state>
      <td colSpan={width}>
        <div className={`sticky ${states.state}`}>{children}</div>
      </td>
    </tr>
  );
}

export function ErrorRow({ width, error }: { width: number; error: Error }) {
  return (
    <StateRow width={width}>
      <LoadError error={error} />
    </StateRow>
  );
}

/** Why a table shows nothing: there are no records, or none that match. */
export type EmptyTexts = Readonly<Record<"none" | "noMatch", string>>;

interface EmptyRowProps {
  width: number;
  texts: EmptyTexts;
  next: ReactNode;
  elsewhere: ReactNode;
}

export function EmptyRow({ width, texts, next, elsewhere }: EmptyRowProps) {
  const { filterValues, setFilters } = useListContext();
  if (Object.keys(filterValues).length === 0) {
    return (
      <StateRow width={width}>
        <EmptyState text={texts.none}>{next}</EmptyState>
      </StateRow>
    );
  }
  return (
    <StateRow width={width}>
      <StateMessage role="status" title={app.table.empty} text={texts.noMatch}>
        <Button variant="outlined" onClick={() => setFilters({}, undefined, false)}>
          {app.search.clear}
        </Button>
        {elsewhere}
      </StateMessage>
    </StateRow>
  );
}
