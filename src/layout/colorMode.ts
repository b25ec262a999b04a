export type ColorMode = "system" | "light" | "dark";

const KEY = "knowledge-insight.colorMode";
const MODES: readonly string[] = ["light", "dark"];

function isFixed(mode: unknown): mode is "light" | "dark" {
  return typeof mode === "string" && MODES.includes(mode);
}

/** What this browser chose; a browser that keeps nothing follows its system. */
export function readColorMode(): ColorMode {
  try {
    const kept = localStorage.getItem(KEY);
    return isFixed(kept) ? kept : "system";
  } catch {
    return "system";
  }
}

/** Shows and remembers a mode; tokens.css does the rest. */
export function applyColorMode(mode: ColorMode): void {
  if (mode === "system") delete document.documentElement.dataset.colorMode;
  else document.documentElement.dataset.colorMode = mode;
  try {
    if (mode === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, mode);
  } catch {
    // Shown all the same; it only does not last.
  }
}
