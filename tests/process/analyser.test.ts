import { resolve } from "node:path";
import { expect, test } from "vitest";
import { Analyser } from "../../server/analyser/analyser.ts";

test("the built server has the thread of the analyser, which finds its dictionary", async () => {
  const analyser = new Analyser({ entry: resolve("dist/server/analyserTasks.js") });
  try {
    const asked = [{ surface: "東京", own: [] }];
    expect(await analyser.readings(asked, { organizationId: 1 })).toEqual([
      {
        readings: expect.arrayContaining([{ reading: "とうきょう", source: "WORD" }]),
        agreed: "とうきょう",
      },
    ]);
  } finally {
    await analyser.close();
  }
});
