import { afterAll, describe, expect, test } from "vitest";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";

const files = new DictionaryFiles();
afterAll(() => files.close());

const bytesOf = (text: string) => new TextEncoder().encode(text);
const rows = (count: number) => bytesOf(`表記,読み\n${"東京,とうきょう\n".repeat(count)}`);

describe("the thread of dictionary files", () => {
  test("reads a file, whose bytes the caller keeps", async () => {
    const bytes = rows(2);
    const file = await files.read(bytes);
    expect(file).toMatchObject({
      format: "csv",
      encoding: "utf-8",
      rows: [{ line: 2 }, { line: 3 }],
    });
    expect(bytes).toEqual(rows(2));
  });

  test("says what is wrong with a file", async () => {
    expect(await files.read(bytesOf(""))).toMatchObject({ problem: { code: "EMPTY", line: null } });
  });

  test("stops when cancelled, and reads the next file", async () => {
    const cancelled = new AbortController();
    const reading = files.read(rows(10_000), {}, cancelled.signal);
    cancelled.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(await files.read(rows(1))).toMatchObject({ format: "csv" });
  });

  test("writes what it reads", async () => {
    const entry = {
      surface: "=髙",
      reading: "たか",
      partOfSpeech: "姓",
      weight: 3,
      note: "",
      enabled: true,
    } as const;
    const { bytes, lacking } = await files.write([{ entryId: 1, ...entry }], "csv", "cp932");
    expect(lacking).toEqual([]);
    expect(await files.read(bytes)).toMatchObject({
      encoding: "cp932",
      rows: [{ line: 2, entry }],
    });
  });
});
