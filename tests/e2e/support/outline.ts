import type { Locator } from "@playwright/test";

/** The style of the outline that is drawn around an element; none without a width. */
export function outlineOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineWidth === "0px" ? "none" : outlineStyle;
  });
}
