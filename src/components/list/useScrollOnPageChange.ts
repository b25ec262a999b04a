import { type RefObject, useEffect, useRef } from "react";

export function useScrollOnPageChange(table: RefObject<HTMLElement | null>, page: number) {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    // Runs after react-admin's own effect, which scrolls to the top of the window.
    const frame = requestAnimationFrame(() => table.current?.scrollIntoView({ block: "start" }));
    return () => cancelAnimationFrame(frame);
  }, [table, page]);
}
