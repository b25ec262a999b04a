import { type RefObject, useEffect, useRef } from "react";

/** Changing page scrolls the table to the top (spec 9). */
export function useScrollOnPageChange(table: RefObject<HTMLElement | null>, page: number) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // After react-admin's own effect, which takes the whole window to its top.
    const frame = requestAnimationFrame(() => table.current?.scrollIntoView({ block: "start" }));
    return () => cancelAnimationFrame(frame);
  }, [table, page]);
}
