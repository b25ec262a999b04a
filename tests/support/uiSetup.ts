import { StyleSheet } from "@emotion/sheet";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// A busy machine needs more time to load a screen.
configure({ asyncUtilTimeout: 10_000 });

// The files of a worker share the page, which keeps nothing of the last file.
window.localStorage.clear();
window.sessionStorage.clear();
window.history.replaceState(null, "", "/");

const complaints: string[] = [];

// Chromium tests the styles. jsdom would match every rule of MUI against every element
// whenever a test looks for a role, which takes half of the time.
StyleSheet.prototype.insert = () => {};

// jsdom has no layout and cannot scroll.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      complaints.push(`console.${level}: ${words.map(String).join(" ")}`);
    });
  }
});

// Emotion is loaded again for each file and would warn about the copy of the last file.
afterAll(() => {
  Reflect.deleteProperty(globalThis, "__EMOTION_REACT_11__");
});

// Vitest counts unhandled rejections as errors by itself.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(complaints, "unexpected console output").toEqual([]);
});
