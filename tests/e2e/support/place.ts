import type { Locator } from "@playwright/test";

/** The box of an element that is shown. */
export async function placeOf(shown: Locator) {
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${shown} is not shown`);
  return box;
}
