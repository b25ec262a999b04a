export type ColorMode = "system" | "light" | "dark";

const KEY = "knowledge-insight.colorMode";
const MODES: readonly string[] = ["light", "dark"];

function isFixed(mode: unknown): mode is "light" | "dark" {
  return typeof mode === "string" && MODES.includes(mode);
}

export function readColorMode(): ColorMode {
  try {
    const stored = localStorage.getItem(KEY);
    return isFixed(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

export function applyColorMode(mode: ColorMode): void {
  if (mode === "system") delete document.documentElement.dataset.colorMode;
  else document.documentElement.dataset.colorMode = mode;
  try {
    if (mode === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, mode);
  } catch {
    // Without storage the mode applies until the page is closed.
  }
}
