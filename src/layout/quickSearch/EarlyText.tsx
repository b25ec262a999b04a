import { createContext, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { app } from "../../i18n/ja/app.ts";

let typed = "";

/** The text with which the quick search opens next. */
export function startWith(text: string): void {
  typed = text;
}

/** What was typed before the quick search was there: its initial text, and empty afterwards. */
export function useEarlyText(): string {
  useEffect(() => {
    typed = "";
  }, []);
  return typed;
}

/** Takes what is typed after Ctrl+K while the code of the quick search loads. */
export function EarlyText() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    // The dialog returns the focus to where it was when it opened.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={app.quickSearch}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={typed}
      onChange={(event) => {
        typed = event.target.value;
      }}
    />
  );
}

export const OpenSearchContext = createContext<(text: string) => void>(() => {});

export function useOpenSearch(): (text: string) => void {
  return useContext(OpenSearchContext);
}
