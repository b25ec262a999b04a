import type { Page } from "@playwright/test";

/** WCAG 2.5.8, without its exception for spacing. */
const SMALLEST = 24;

/**
 * What can be pressed on this screen and is smaller than 24 by 24 px, with its size. The label of an
 * input counts as part of it. Links inside sentences and what a dialog covers are left out.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const PRESSED =
      "a[href], button, input, select, textarea, summary, label:has(input), [role=option], [role=menuitem], [role=switch]";
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
    const isInSentence = (element: Element) =>
      element instanceof HTMLAnchorElement &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node instanceof Text && node.data.trim() !== "",
      );
    const sizeOf = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [element, ...labels].map((each) => each.getBoundingClientRect());
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    };
    return [...document.querySelectorAll(PRESSED)]
      .filter((element) => isSeen(element) && !isInSentence(element))
      .map((element) => ({ element, ...sizeOf(element) }))
      .filter(({ width, height }) => Math.min(width, height) < smallest)
      .map(({ element, width, height }) => {
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return `${element.localName} ${name} (${width.toFixed(1)} x ${height.toFixed(1)})`;
      });
  }, SMALLEST);
}
