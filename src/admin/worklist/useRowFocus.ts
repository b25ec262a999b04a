import { type RefObject, useMemo, useRef } from "react";
import type { FocusTarget } from "../../components/focus/useFocusAfterRemoval.ts";

export interface RowFocus {
  /** Notes which row is worked on. */
  at: (index: number) => void;
  /** The row that is worked on now, or the one in its place; without rows, what says so. */
  target: FocusTarget;
}

/** Keeps the focus in a list of which rows go. */
export function useRowFocus(list: RefObject<HTMLElement | null>): RowFocus {
  const worked = useRef(0);
  return useMemo(() => {
    const focus = () => {
      const rows = list.current?.querySelectorAll<HTMLElement>("li") ?? [];
      const row = rows[Math.min(worked.current, rows.length - 1)];
      (row?.querySelector("a") ?? list.current)?.focus();
    };
    return {
      at: (index: number) => {
        worked.current = index;
      },
      target: { current: { focus } },
    };
  }, [list]);
}
