import { type RefObject, useEffect } from "react";

/**
 * Marks a frame whose first child scrolls sideways: `data-before` and `data-after` say on which
 * sides there is more.
 */
export function useScrollEdges(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scroller = frame.current?.firstElementChild;
    if (!scroller) return;
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      frame.current?.toggleAttribute("data-before", scrollLeft > 0);
      frame.current?.toggleAttribute("data-after", scrollWidth - clientWidth - scrollLeft > 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(scroller);
    scroller.addEventListener("scroll", mark, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener("scroll", mark);
    };
  }, [frame]);
}
