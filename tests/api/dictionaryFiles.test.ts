import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";

const files = new DictionaryFiles();
afterAll(() => files.close());

const owner = { organizationId: 1 };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const rows = (count: number) => bytesOf(`表記,読み\n${"東京,とうきょう\n".repeat(count)}`);

describe("the threads of dictionary files", () => {
  test("reads a file, whose bytes the caller keeps", async () => {
    const bytes = rows(2);
    const file = await files.read(bytes, {}, owner);
    expect(file).toMatchObject({
      format: "csv",
      encoding: "utf-8",
      rows: [{ line: 2 }, { line: 3 }],
    });
    expect(bytes).toEqual(rows(2));
  });

  test("says what is wrong with a file", async () => {
    expect(await files.read(bytesOf(""), {}, owner)).toMatchObject({
      problem: { code: "EMPTY", line: null },
    });
  });

  test("stops when cancelled, and reads the next file", async () => {
    const cancelled = new AbortController();
    const reading = files.read(rows(10_000), {}, { ...owner, signal: cancelled.signal });
    cancelled.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(await files.read(rows(1), {}, owner)).toMatchObject({ format: "csv" });
  });

  test("answers 503 for a file that was not read in time, and reads the next one", async () => {
    const hasty = new DictionaryFiles({ withinMs: 1 });
    onTestFinished(() => hasty.close());
    await expect(hasty.read(rows(10_000), {}, owner)).rejects.toMatchObject({
      code: "OVERLOADED",
      statusCode: 503,
      extra: { limit: "fileWork" },
      headers: { "retry-after": "5" },
    });
    expect(await files.read(rows(1), {}, owner)).toMatchObject({ format: "csv" });
  });

  test("counts the work on a file, not the start of its thread", async () => {
    const entry = fileURLToPath(new URL("../support/slowThread.mjs", import.meta.url));
    const slow = new DictionaryFiles({ entry, withinMs: 500 });
    onTestFinished(() => slow.close());
    expect(await slow.read(rows(1), {}, owner)).toBe("read");
  });

  test("reads the file of another organization beside the slow one of the first", async () => {
    const done: string[] = [];
    const read = async (name: string, count: number, organizationId: number) => {
      await files.read(rows(count), {}, { organizationId });
      done.push(name);
    };
    // Both threads start, which takes longer than a file.
    await Promise.all([1, 2].map((organizationId) => files.read(rows(1), {}, { organizationId })));
    await Promise.all([
      read("slow", 10_000, 1),
      read("behind it", 10_000, 1),
      read("of another", 10, 2),
    ]);
    expect(done).toEqual(["of another", "slow", "behind it"]);
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
    const { bytes, lacking } = await files.write(
      [{ entryId: 1, ...entry }],
      { format: "csv", encoding: "cp932" },
      owner,
    );
    expect(lacking).toEqual([]);
    expect(await files.read(bytes, {}, owner)).toMatchObject({
      encoding: "cp932",
      rows: [{ line: 2, entry }],
    });
  });
});
