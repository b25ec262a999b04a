const FOCUSABLE = [
  "a[href]",
  "button:not([disabled])",
  "input:not([disabled]):not([type=hidden])",
  "select:not([disabled])",
  "textarea:not([disabled])",
  "summary",
  '[tabindex]:not([tabindex="-1"])',
].join(",");

function focusables(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest("[hidden]"),
  );
}

/** The part marked data-autofocus, else the first field or button of the body, else the dialog. */
export function focusFirst(panel: HTMLElement, body: HTMLElement | null) {
  const marked = panel.querySelector<HTMLElement>("[data-autofocus]");
  const first = marked ?? (body && focusables(body)[0]) ?? panel;
  first.focus({ preventScroll: true });
}

/** Keeps Tab and Shift+Tab inside `panel`. */
export function keepFocusInside(event: KeyboardEvent, panel: HTMLElement) {
  if (event.key !== "Tab") return;
  const all = focusables(panel);
  const first = all[0] ?? panel;
  const last = all.at(-1) ?? panel;
  const active = document.activeElement;
  const outside = !panel.contains(active) || active === panel;
  if (event.shiftKey && (active === first || outside)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (active === last || (outside && active !== panel))) {
    event.preventDefault();
    first.focus();
  }
}
