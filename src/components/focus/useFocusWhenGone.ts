import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** What can take the focus. */
export type FocusTarget = RefObject<{ focus: () => void } | null>;

/**
 * When `shown` goes from the page while it has the focus, the focus goes to `to`, instead of to the
 * body of the page.
 */
export function useFocusWhenGone(shown: RefObject<HTMLElement | null>, to?: FocusTarget): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false;
    };
  }, [shown]);
  // After what comes instead is there.
  useEffect(
    () => () => {
      if (hadFocus.current && document.activeElement === document.body) to?.current?.focus();
    },
    [to],
  );
}
