import { type ComponentType, useCallback, useMemo, useRef, useState } from "react";
import type { Identifier, RaRecord } from "react-admin";
import styles from "./cells.module.css";

/** What the bar of a list gets, which loads with the first row that is chosen. */
export interface ChosenRows<Row extends RaRecord> {
  /** Those of the page as they are now, those of other pages as they were when they were seen. */
  chosen: readonly Row[];
  page: readonly Row[];
  onChoose: (rows: readonly Row[]) => void;
}

/** Lets people choose rows of a list (docs/product/screens.md#many-at-once). */
export interface Choice<Row extends RaRecord> {
  /** Names the checkbox of a row. */
  name: (row: Row) => string;
  Bar: ComponentType<ChosenRows<Row>>;
}

const NONE: never[] = [];

/** The chosen rows, which stay chosen on other pages; undefined until one is for the first time. */
export function useChoice<Row extends RaRecord>(page: readonly Row[] = NONE) {
  const [all, onChoose] = useState<readonly Row[]>();
  const last = useRef<Identifier>(undefined);
  const chosen = useMemo(
    () => all?.map((row) => page.find(({ id }) => id === row.id) ?? row),
    [all, page],
  );
  const choose = useCallback(
    (rows: readonly Row[], isChosen: boolean) =>
      onChoose((before = NONE) => [
        ...before.filter(({ id }) => !rows.some((row) => row.id === id)),
        ...(isChosen ? rows : NONE),
      ]),
    [],
  );
  /** With Shift all rows from the last one on. */
  const toggle = useCallback(
    (row: Row, isChosen: boolean, isRange: boolean) => {
      const ends = [page.findIndex(({ id }) => id === last.current), page.indexOf(row)];
      const from = Math.min(...ends);
      choose(isRange && from >= 0 ? page.slice(from, Math.max(...ends) + 1) : [row], isChosen);
      last.current = row.id;
    },
    [page, choose],
  );
  return { chosen, page, choose, toggle, onChoose };
}

interface ChoiceBoxProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen. */
  mixed?: boolean;
  onChange: (isChosen: boolean, isRange: boolean) => void;
}

export function ChoiceBox({ label, checked, mixed = false, onChange }: ChoiceBoxProps) {
  return (
    <label className={`screen-only ${styles.choice}`}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        // The click that Space makes knows of Shift as well.
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}
