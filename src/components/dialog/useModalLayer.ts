import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { isComposing } from "../form/composition.ts";
import { focusFirst, keepFocusInside } from "./focusTrap.ts";
import { isTopLayer, pushLayer } from "./modalStack.ts";

/** Focus in, around and back; Esc, but not the Esc that cancels a kana-kanji conversion. */
export function useModalLayer(onEscape: (() => void) | undefined) {
  const layer = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!layer.current || !panel.current) return;
    const before = document.activeElement;
    const removeLayer = pushLayer(layer.current);
    focusFirst(panel.current, body.current);
    return () => {
      removeLayer();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!panel.current || !isTopLayer(layer.current)) return;
    keepFocusInside(event, panel.current);
    if (event.key === "Escape" && !event.defaultPrevented && !isComposing(event)) onEscape?.();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return { layer, panel, body };
}
