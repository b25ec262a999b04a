import { describe, expect, it } from "vitest";
import { isAccepted } from "../../domain/files/formulas.ts";

const csv = { name: "words.CSV", type: "text/csv" };
const text = { name: "words.txt", type: "text/plain" };
const image = { name: "logo.png", type: "image/png" };

describe("accept rules", () => {
  it.each([
    ["an extension", [".csv"], csv, true],
    ["an extension in capitals", [".CSV"], csv, true],
    ["another extension", [".tsv"], csv, false],
    ["an extension that only ends alike", [".v"], { name: "words.csv", type: "" }, false],
    ["an exact MIME type", ["text/plain"], text, true],
    ["another MIME type of the family", ["text/html"], text, false],
    ["a MIME family", ["image/*"], image, true],
    ["another MIME family", ["audio/*"], image, false],
    ["one rule of several", ["audio/*", ".png"], image, true],
    ["no rule at all", [], image, true],
  ])("match by %s", (_, rules, file, expected) => {
    expect(isAccepted(file, rules)).toBe(expected);
  });
});
