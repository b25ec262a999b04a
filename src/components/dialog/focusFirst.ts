const FOCUSABLE = [
  "a[href]",
  "button:not([disabled])",
  "input:not([disabled]):not([type=hidden])",
  "select:not([disabled])",
  "textarea:not([disabled])",
  "summary",
  '[tabindex]:not([tabindex="-1"])',
].join(",");

/** Focuses the element with data-autofocus, else the first control of the body, else the panel. */
export function focusFirst(panel: HTMLElement, body: HTMLElement) {
  const first = panel.querySelector<HTMLElement>("[data-autofocus]") ?? firstIn(body) ?? panel;
  first.focus({ preventScroll: true });
}

function firstIn(body: HTMLElement): HTMLElement | undefined {
  return [...body.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (element) => element.tabIndex >= 0 && !element.closest("[hidden]"),
  );
}
