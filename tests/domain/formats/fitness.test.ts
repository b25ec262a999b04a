import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PARTS_OF_SPEECH } from "../../../domain/entries/partsOfSpeech.ts";
import { fitnessFor } from "../../../server/formats/fitness.ts";
import { partOfSpeechTable, readTag } from "../../../server/formats/partsOfSpeech.ts";
import { writeDictionaryFile } from "../../../server/formats/writeFile.ts";
import { aWrittenEntry as entry } from "../../support/writtenEntries.ts";

test("docs/formats.md shows the table of parts of speech as it is", () => {
  expect(readFileSync("docs/formats.md", "utf8")).toContain(partOfSpeechTable());
});

test.each([
  ["msime", 63, "あ", "表記は63文字以内にする必要があります。"],
  ["google", 100, "あ", "表記は300バイト以内にする必要があります。"],
] as const)(
  "%s takes a surface of its limit and not one character more",
  (engine, length, sign, message) => {
    const { misfits } = fitnessFor(engine, [
      entry(1, { surface: sign.repeat(length) }),
      entry(2, { surface: `${sign.repeat(length)}a` }),
    ]);
    expect(misfits.map(({ entryId, message: said }) => [entryId, said])).toEqual([[2, message]]);
  },
);

test("Kuromoji takes a surface once", () => {
  const { misfits } = fitnessFor("kuromoji", [
    entry(1),
    entry(2, { surface: "単語1", reading: "べつ" }),
  ]);
  expect(misfits).toMatchObject([{ entryId: 2, field: "surface" }]);
});

test.each(["|", ":", "_"])("AmiVoice takes no surface with %s", (sign) => {
  expect(fitnessFor("amivoice", [entry(1, { surface: `A${sign}B` })])).toMatchObject({ unfit: 1 });
});

test("AmiVoice takes the more important one of two words with a reading, wherever it stands", () => {
  const words = [
    entry(1, { surface: "橋", reading: "はし", weight: 1 }),
    entry(2, { surface: "端", reading: "はし", weight: 3 }),
    entry(3, { surface: "箸", reading: "はし", weight: 3 }),
    entry(4, { surface: "A|B", reading: "はしる", weight: 3 }),
    entry(5, { surface: "走る", reading: "はしる", weight: 1 }),
    entry(6, { surface: "嘴", reading: "はし", weight: 3, enabled: false }),
  ];
  const message = "同じ読みの単語は優先度の高い1件のみ使用できるため、ダウンロードできません。";
  const { misfits } = fitnessFor("amivoice", words);
  expect(misfits.filter(({ field }) => field === "reading")).toEqual(
    [1, 3].map((entryId) => expect.objectContaining({ entryId, message })),
  );
  const { bytes, unfit } = writeDictionaryFile(words, "amivoice", "utf-8");
  expect(
    Buffer.from(bytes)
      .toString()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  ).toEqual(["端", "走る", ""]);
  expect(unfit.map(({ entryId }) => entryId)).toEqual([1, 3, 4]);
});

test("tells words that are taken with another part of speech apart, and lists the others first", () => {
  const verbs = Array.from({ length: 300 }, (_, n) => entry(n, { partOfSpeech: "動詞" }));
  const long = entry(300, { partOfSpeech: "動詞", surface: "あ".repeat(101) });
  const { unfit, retagged, misfits } = fitnessFor("google", [...verbs, long]);
  expect({ unfit, retagged }).toEqual({ unfit: 301, retagged: 300 });
  expect(misfits[0]).toMatchObject({ entryId: 300, field: "surface" });
  expect(misfits).toHaveLength(200);
});

test("lists at most 200 misfits and counts all", () => {
  const verbs = Array.from({ length: 300 }, (_, n) => entry(n, { partOfSpeech: "動詞" }));
  const fitness = fitnessFor("google", verbs);
  expect(fitness).toMatchObject({ total: 300, unfit: 300 });
  expect(fitness.misfits).toHaveLength(200);
});

test("every part of speech of ours is read where an input method states it by our name", () => {
  for (const ours of PARTS_OF_SPEECH) expect(readTag("google", ours)).toBe(ours);
});
