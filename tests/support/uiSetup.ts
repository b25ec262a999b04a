import { StyleSheet } from "@emotion/sheet";
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 5000 });

const complaints: string[] = [];

// What styles do is looked at in Chromium. jsdom would match every rule of MUI against every element
// whenever a test looks for a role, which took half of the time.
StyleSheet.prototype.insert = () => {};

// jsdom lays nothing out and so cannot scroll.
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      complaints.push(`console.${level}: ${words.map(String).join(" ")}`);
    });
  }
});

// Emotion is loaded anew for each file, and would warn of a second copy beside the last file's.
afterAll(() => {
  Reflect.deleteProperty(globalThis, "__EMOTION_REACT_11__");
});

// Unhandled rejections end the run by themselves: vitest counts them as errors.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(complaints, "unexpected console output").toEqual([]);
});
