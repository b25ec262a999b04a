import { useEffect, useEffectEvent } from "react";
import { isComposing } from "../components/form/composition.ts";
import type { SidebarItem } from "./sidebarItem.ts";

export type LayoutDialog = "settings" | "search" | "keys";

export interface LayoutDialogProps {
  open: boolean;
  onClose: () => void;
  items: readonly SidebarItem[];
  /** Opens another one instead. */
  onShow: (name: LayoutDialog) => void;
  onLogout: () => void;
}

const isMac = /Mac|iP/.test(navigator.platform);

/** The key that is held for commands, as it is written and for `aria-keyshortcuts`. */
export const COMMAND = isMac ? { key: "⌘", aria: "Meta+K" } : { key: "Ctrl ", aria: "Control+K" };

/** Turned off, / and ? do not act: a user of speech input would press them (WCAG 2.1.4). */
export const SINGLE_KEYS = "knowledge-insight.singleKeys";

export function singleKeysAct(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

/** Where typed characters belong to the element. */
const TYPED_INTO = "input, textarea, select, [contenteditable], [role=grid], [role=menu]";

/** Ctrl+K or ⌘K opens the quick search, / goes to the search of a list, ? shows the keys. */
export function useShortcuts(show: (name: LayoutDialog) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isModal = document.documentElement.hasAttribute("data-modal-open");
    if (event.defaultPrevented || isComposing(event) || isModal || altKey) return;
    if (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) {
      if (key.toLowerCase() !== "k" || event.shiftKey) return;
      event.preventDefault();
      show("search");
    } else if (!ctrlKey && !metaKey && (key === "/" || key === "?")) {
      if (!(target instanceof Element) || target.closest(TYPED_INTO) || !singleKeysAct()) return;
      event.preventDefault();
      if (key === "?") show("keys");
      else document.querySelector<HTMLElement>("main [type=search]")?.focus();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
