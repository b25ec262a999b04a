import { type ReactNode, useId } from "react";
import { type GetListParams, LinkBase, type RaRecord, useGetList } from "react-admin";
import { formatNumber } from "../../domain/text/numbers.ts";
import { FailedPart } from "../components/display/FailedPart.tsx";
import { LoadingState } from "../components/display/LoadingState.tsx";
import { useText, useTranslate } from "../i18n/translate.ts";
import styles from "./adminHome.module.css";

const ROWS = 5;

interface ActionBlockProps<Row extends RaRecord> {
  /** Of the catalogue: `home.admin.{name}`. */
  name: "alerts" | "ending" | "full" | "invitations";
  /** How its number is written, a key below `home.admin`. */
  unit?: "count" | "people";
  resource: string;
  filter: object;
  sort: NonNullable<GetListParams["sort"]>;
  /** Where the list opens, if not with the same filter and order. */
  listFilter?: object;
  children: (row: Row) => ReactNode;
}

/** A heading with a number, the first rows of a list, and the way to all of them. */
export function ActionBlock<Row extends RaRecord>(props: ActionBlockProps<Row>) {
  const { name, unit = "count", resource, filter, sort, listFilter = filter, children } = props;
  const translate = useTranslate();
  const titleId = useId();
  const {
    data: rows,
    total,
    error,
  } = useGetList<Row>(resource, {
    filter,
    sort,
    pagination: { page: 1, perPage: ROWS },
  });
  const text = useText(`home.admin.${name}`);
  return (
    <section className={styles.block} aria-labelledby={titleId}>
      <div className={styles.heading}>
        <h2 id={titleId}>{text("title")}</h2>
        {total === undefined ? null : (
          <span className={styles.total} data-none={total === 0}>
            {translate(`home.admin.${unit}`, { count: formatNumber(total) })}
          </span>
        )}
      </div>
      {rows?.length === 0 ? <p className={styles.none}>{text("none")}</p> : null}
      {rows?.length ? (
        <>
          <ul className={styles.rows}>
            {rows.map((row) => (
              <li key={row.id}>{children(row)}</li>
            ))}
          </ul>
          <LinkBase to={listPath(resource, listFilter, sort)}>{text("all")}</LinkBase>
        </>
      ) : null}
      {error ? <FailedPart error={error} /> : null}
      {rows || error ? null : <LoadingState />}
    </section>
  );
}

function listPath(resource: string, filter: object, sort: { field: string; order: string }) {
  const conditions = { filter: JSON.stringify(filter), sort: sort.field, order: sort.order };
  return `/${resource}?${new URLSearchParams(conditions)}`;
}
