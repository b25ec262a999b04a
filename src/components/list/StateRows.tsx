import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useListContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { LoadError } from "../display/LoadError.tsx";
import { EmptyState, StateMessage } from "../display/StateMessage.tsx";
import styles from "./StateRows.module.css";

/** One skeleton row per row of the page. */
export function SkeletonRows({ rows, width }: { rows: number; width: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
    <tr key={row} data-loading>
      {Array.from({ length: width }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={cell}>
          {row === 0 && cell === 0 ? <span className="visually-hidden">{app.loading}</span> : null}
          <span className={styles.skeleton} />
        </td>
      ))}
    </tr>
  ));
}

function StateRow({ width, children }: { width: number; children: ReactNode }) {
  return (
    <tr data-state>
      <td colSpan={width}>
        <div className={styles.state}>{children}</div>
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
