import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** What can take the focus. */
export type FocusTarget = RefObject<{ focus: () => void } | null>;

interface FocusListeners {
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/**
 * When an element goes from the page while it or a dialog that it has opened has the focus, the focus
 * goes to `to`, instead of to the body of the page. Returns what the element listens with: React tells
 * it of the focus of its dialogs too, wherever they are in the document.
 */
export function useFocusAfterRemoval(to?: FocusTarget): FocusListeners {
  // Browsers take the focus from a button that is disabled without an event.
  const within = useRef(false);
  const hadFocus = useRef(false);
  useLayoutEffect(
    () => () => {
      hadFocus.current = within.current;
    },
    [],
  );
  // After what comes instead is there.
  useEffect(
    () => () => {
      if (hadFocus.current && document.activeElement === document.body) to?.current?.focus();
    },
    [to],
  );
  return {
    onFocus: () => {
      within.current = true;
    },
    // Another window takes the focus from the document, not from the element.
    onBlur: ({ target }) => {
      if (document.activeElement !== target) within.current = false;
    },
  };
}
