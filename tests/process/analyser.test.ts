import { resolve } from "node:path";
import { Piscina } from "piscina";
import { expect, test } from "vitest";
import type { AnalyserTask } from "../../server/analyser/analyserTasks.ts";

test("the built server has the thread of the analyser, which finds its dictionary", async () => {
  const pool = new Piscina({ filename: resolve("dist/server/analyserTasks.js"), maxThreads: 1 });
  const task: AnalyserTask = { kind: "readings", surfaces: [{ surface: "東京", own: [] }] };
  try {
    expect(await pool.run(task, { name: "runAnalyserTask" })).toEqual([
      expect.arrayContaining([{ reading: "とうきょう", source: "WORD" }]),
    ]);
  } finally {
    await pool.destroy();
  }
});
