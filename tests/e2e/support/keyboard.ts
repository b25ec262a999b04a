import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

const MOST_STOPS = 80;

type Way = "Tab" | "Shift+Tab";

/** Presses Tab until `target` has the focus; each stop on the way must show where the focus is. */
export async function tabTo(page: Page, target: Locator, way: Way = "Tab"): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(way);
    await expectVisibleFocus(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`${way} does not lead to ${target}`);
}

/** Presses Tab until it has the focus, then Enter. */
export async function enterAt(page: Page, target: Locator, way?: Way): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press("Enter");
}

export async function expectVisibleFocus(page: Page): Promise<void> {
  // What is above it may still take its place.
  await expect.poll(() => focusError(page)).toBeNull();
}

export async function hasFocus(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false;
  return target.evaluate((element) => element === document.activeElement);
}

/** Unlike `:focus`, true also while a part of a date field has it. */
export async function expectFocusWithin(container: Locator): Promise<void> {
  await expect
    .poll(() => container.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
}

/** What is wrong with the visible focus; null if nothing is. */
function focusError(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "nothing has the focus";
    const name = focused.outerHTML.slice(0, 200);
    // The calendar button in a date or month field: the browser draws its focus.
    const inside = focused instanceof HTMLInputElement && !focused.matches(":focus");
    // A radio button that its label draws shows the focus there.
    const frames = [focused, focused.parentElement, focused.parentElement?.parentElement];
    const outlined = frames.some((frame) => {
      if (!frame) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(frame);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    if (!outlined && !inside) return `no outline: ${name}`;
    const box = focused.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const there = document.elementFromPoint(x, y);
    const label = focused.closest("label");
    const seen =
      there && (focused.contains(there) || there.contains(focused) || label?.contains(there));
    return seen ? null : `out of sight: ${name}`;
  });
}

/** The keyboard of a user who converts kana: the input is not text yet. */
export async function imeOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  return {
    compose: (text: string) =>
      session.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    commit: (text: string) => session.send("Input.insertText", { text }),
    /** Safari's Enter that ended a conversion: it comes after the composition, with code 229. */
    pressLateEnter: () =>
      session.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key: "Enter",
        code: "Enter",
        windowsVirtualKeyCode: 229,
        text: "\r",
        unmodifiedText: "\r",
      }),
  };
}

/** Counts how often a form of the page is submitted from now on. */
export async function countSubmissions(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { submissions: 0 };
    document.addEventListener(
      "submit",
      () => {
        count.submissions += 1;
      },
      true,
    );
    return count;
  });
  return () => counter.evaluate(({ submissions }) => submissions);
}
