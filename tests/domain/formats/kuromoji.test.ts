import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitnessFor } from "../../../server/formats/fitness.ts";
import type { WrittenEntry } from "../../../server/formats/format.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { aWrittenEntry, writtenEntries } from "../../support/writtenEntries.ts";

/**
 * The surfaces that Lucene reads from a user dictionary. It throws where Lucene refuses the whole file,
 * by the rules of UserDictionary.java and CSVUtil.java in
 * https://github.com/apache/lucene/tree/main/lucene/analysis/kuromoji/src/java/org/apache/lucene/analysis/ja:
 * a line that begins with # and a blank one are skipped; four cells; as many readings as segments;
 * the segments are the surface; and each surface once, because an FST of PositiveIntOutputs does not merge
 * (https://github.com/elastic/elasticsearch/issues/36100).
 */
function luceneSurfaces(text: string): string[] {
  const surfaces = new Set<string>();
  for (const line of text.split("\n")) {
    if (line.startsWith("#") || line.trim() === "") continue;
    const [surface, segments, readings, name] = luceneCells(line);
    if (surface === undefined || segments === undefined || readings === undefined)
      throw new Error(`ArrayIndexOutOfBoundsException: ${line}`);
    if (name === undefined) throw new Error(`ArrayIndexOutOfBoundsException: ${line}`);
    if (surface.replaceAll(/[ \t]/g, "") !== segments.replaceAll(/[ \t]/g, ""))
      throw new Error(`the segmentation does not match the surface: ${line}`);
    if (segments.split(/ +/).length !== readings.split(/ +/).length)
      throw new Error(`the numbers of segments and readings differ: ${line}`);
    if (surfaces.has(surface)) throw new Error(`UnsupportedOperationException: ${line}`);
    surfaces.add(surface);
  }
  return [...surfaces];
}

/** Quotes around a cell are removed only if there are none inside; "" is a quote in every cell. */
function luceneCells(line: string): string[] {
  const outsideQuotes = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
  if ((line.match(/"/g) ?? []).length % 2 === 1) return [];
  return line
    .split(outsideQuotes)
    .map((cell) => cell.replace(/^"([^"]+)"$/, "$1").replaceAll('""', '"'));
}

const exported = (entries: readonly WrittenEntry[]) => {
  const { bytes, unfit } = writeDictionaryFile(entries, "kuromoji", "utf-8");
  return {
    surfaces: luceneSurfaces(new TextDecoder().decode(bytes)),
    unfit: unfit.map(({ entryId }) => entryId),
  };
};

describe("Kuromoji", () => {
  test("takes every export, and has the surfaces that are not reported", () => {
    fc.assert(
      fc.property(writtenEntries, (entries) => {
        const { surfaces, unfit } = exported(entries);
        const stored = entries.filter(
          ({ entryId, enabled }) => enabled && !unfit.includes(entryId),
        );
        expect(surfaces).toEqual(stored.map(({ surface }) => surface));
      }),
    );
  });

  test("gets a surface once: the first is written, the others are reported", () => {
    const entries = [
      aWrittenEntry(1, { surface: "人気", reading: "にんき", enabled: false }),
      aWrittenEntry(2, { surface: "人気", reading: "にんき" }),
      aWrittenEntry(3, { surface: "人気", reading: "ひとけ" }),
    ];
    expect(exported(entries)).toEqual({ surfaces: ["人気"], unfit: [3] });
  });

  test.each(["#タグ", "東京 都", '12"モニター'])("gets no %s, which is reported", (surface) => {
    expect(exported([aWrittenEntry(1, { surface })])).toEqual({ surfaces: [], unfit: [1] });
  });

  test.each(["C#", "東京　都", "A,B", "!"])("gets %s", (surface) => {
    expect(exported([aWrittenEntry(1, { surface })])).toEqual({ surfaces: [surface], unfit: [] });
  });

  test("has the entries in the fitness report that an export leaves out", () => {
    fc.assert(
      fc.property(writtenEntries, (entries) => {
        const reported = fitnessFor("kuromoji", entries).misfits.map(({ entryId }) => entryId);
        expect(reported).toEqual(exported(entries).unfit);
      }),
    );
  });
});
