import { resolve } from "node:path";
import { expect, test } from "vitest";
import { DictionaryFiles } from "../../server/formats/dictionaryFiles.ts";

test("the built server has the thread that reads dictionary files", async () => {
  const files = new DictionaryFiles({ entry: resolve("dist/server/fileTasks.js") });
  const bytes = new TextEncoder().encode("表記,読み\n東京,とうきょう\n");
  try {
    expect(await files.read(bytes, {}, { organizationId: 1 })).toMatchObject({
      format: "csv",
      rows: [{ line: 2, entry: { surface: "東京", reading: "とうきょう" } }],
    });
  } finally {
    await files.close();
  }
});
