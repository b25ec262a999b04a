import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { canMount } from "../../scripts/findMount.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { someEntries } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { VOCABULARY } from "../support/vocabularyRequests.ts";

/** More than a connection's buffers take, which is written to a file. */
const WORDS = Array.from({ length: 1_500 }, (_, n) => ({
  surface: `とても長い単語の表記その${n}`,
}));
const NO_SPACE = { code: "TEMPORARY_FOLDER_FULL", message: expect.stringMatching(/30秒後に/) };

describeDatabase("a temporary folder", (engine) => {
  const api = suiteApi(engine);
  const own = perSuite(() => api.organization());
  const program = perSuite(async () => withKey(api, (await aServiceKey(api)).key));
  const member = api.as(perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true })));

  describe.skipIf(!canMount)("that is full", () => {
    let folder: string;
    let dictionaryId: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "full-"));
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
      dictionaryId = await aDictionary(api, own);
      await someEntries(api, { ...own, dictionaryId }, WORDS);
    });
    afterAll(() => {
      execFileSync("umount", [folder]);
      rmdirSync(folder);
    });
    beforeEach(() => {
      writeFileSync(join(folder, "filler"), Buffer.alloc(60 * 1024));
      vi.stubEnv("TMPDIR", folder);
    });
    afterEach(() => {
      vi.unstubAllEnvs();
    });

    it.each([
      [
        "words for an engine",
        () => program.get(`${VOCABULARY}?organizationId=${own.organizationId}&engine=json`),
      ],
      ["a file", () => member.get(`${DICTIONARIES}/${dictionaryId}/export`)],
    ])("refuses %s until there is room, and the log says why", async (_, ask) => {
      const { status, headers, body } = await ask();
      expect([status, headers["retry-after"], body]).toMatchObject([503, "30", NO_SPACE]);
      const line = api.log.findLast((text) => text.includes("ENOSPC"));
      expect(line).toContain(folder);
      rmSync(join(folder, "filler"));
      vi.unstubAllEnvs();
      expect((await ask()).status).toBe(200);
    });

    it("leaves the server ready for what needs no file, and says so", async () => {
      const ready = async () => {
        api.clock.set(new Date(api.clock.now().getTime() + 60_000));
        return program.get("/readyz");
      };
      expect(await ready()).toMatchObject({
        status: 200,
        body: { status: "degraded", temporaryFolder: "full" },
      });
      vi.unstubAllEnvs();
      expect((await ready()).body).toEqual({ status: "ready" });
    });
  });
});
