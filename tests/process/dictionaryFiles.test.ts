import { resolve } from "node:path";
import { Piscina } from "piscina";
import { expect, test } from "vitest";
import type { FileTask } from "../../server/formats/fileTasks.ts";

test("the built server has the thread that reads dictionary files", async () => {
  const pool = new Piscina({ filename: resolve("dist/server/fileTasks.js"), maxThreads: 1 });
  const bytes = new TextEncoder().encode("表記,読み\n東京,とうきょう\n");
  const task: FileTask = { kind: "read", bytes, hints: {} };
  try {
    expect(await pool.run(task, { name: "runFileTask" })).toMatchObject({
      format: "csv",
      rows: [{ line: 2, entry: { surface: "東京", reading: "とうきょう" } }],
    });
  } finally {
    await pool.destroy();
  }
});
