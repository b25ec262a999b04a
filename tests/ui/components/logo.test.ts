import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { logoFor, logoSource } from "../../../src/layout/logo.ts";

describe("the logo", () => {
  it.each([
    [1, 125],
    [125, 125],
    [126, 249],
    [249, 249],
    [250, 498],
    [498, 498],
    [499, 640],
    [2000, 640],
  ])("%i wide is the image of %i", (width, image) => {
    expect(logoFor(width)).toBe(image);
  });

  it.each([
    [62, 125],
    [62.5, 125],
    [63, 249],
    [124.5, 249],
    [125, 498],
    [249, 498],
    [250, 640],
  ])("%d wide matches by half sizes on a dense screen: %i", (width, image) => {
    expect(logoFor(width, 2)).toBe(image);
  });

  it("offers both to the browser", () => {
    expect(logoSource(100)).toEqual({
      src: "/logo-125.png",
      srcSet: "/logo-125.png 1x, /logo-249.png 2x",
    });
  });

  it.each([125, 249, 498, 640])("exists %i pixels wide", (width) => {
    const path = `public/logo-${width}.png`;
    expect(existsSync(path)).toBe(true);
    // The width is at byte 16 of a PNG, in its IHDR chunk.
    expect(readFileSync(path).readUInt32BE(16)).toBe(width);
  });
});
