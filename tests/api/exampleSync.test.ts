import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { forgetTombstones } from "../../server/modules/vocabulary/queries/vocabulary.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl } from "../support/entryRequests.ts";
import { freePort } from "../support/freePort.ts";
import { lossyProxy } from "../support/lossyProxy.ts";
import { perTest } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { editAtRandom, seeded } from "../support/vocabularyEdits.ts";
import { VOCABULARY, wordsOf } from "../support/vocabularyRequests.ts";
import { aWebhook, SECRET } from "../support/webhooks.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "examples", "syncVocabulary.mjs");
const EDITS = Number(process.env.VOCABULARY_EDITS ?? 60);
const QUIET_EVERY = 20;
const ANY = { "if-match": "*" };

const copy = z.object({ revision: z.int(), words: z.array(z.int()) });

describeDatabase("examples/syncVocabulary.mjs", (engine) => {
  const api = suiteApi(engine, { env: { RATE_LIMIT_PER_MINUTE: "100000" } });
  let server: string;
  let key: string;
  let program: ApiClient;
  let admin: ApiClient;
  const own = perTest(() => api.organization());
  let workspaceIds: number[];
  let directory: string;
  let running: ChildProcess[];
  let said: string;

  beforeAll(async () => {
    key = (await aServiceKey(api)).key;
    program = withKey(api, key);
    server = await api.app.listen({ port: 0, host: "127.0.0.1" });
  });
  beforeEach(async () => {
    workspaceIds = [await aWorkspace(api, own), await aWorkspace(api, own)];
    admin = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    directory = mkdtempSync(join(tmpdir(), "ki-sync-"));
    running = [];
    said = "";
  });
  afterEach(async () => {
    for (const child of running) await stop(child);
    rmSync(directory, { recursive: true });
  });

  const file = () => join(directory, "words.json");

  function start({ address = server, more = {} }: { address?: string; more?: object } = {}) {
    const child = spawn(process.execPath, [EXAMPLE, file()], {
      env: {
        ...process.env,
        BASE_URL: address,
        SERVICE_KEY: key,
        ORGANIZATION_ID: String(own.organizationId),
        POLL_SECONDS: "0.02",
        ...more,
      },
    });
    child.stderr.on("data", (data: Buffer) => {
      said += data.toString();
    });
    running.push(child);
    return child;
  }

  async function stop(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "close");
  }

  /** Waits until the copy has the revision of the server, and compares it. */
  async function expectInStep(more = "") {
    const { body } = await program.get(
      `${VOCABULARY}?organizationId=${own.organizationId}&engine=json${more}`,
    );
    const { revision, entries } = wordsOf({ body });
    await vi.waitFor(
      () => {
        const held = copy.parse(JSON.parse(readFileSync(file(), "utf8")));
        expect(held.revision).toBe(revision);
        expect(held.words).toEqual(entries.map(({ entryId }) => entryId));
      },
      { timeout: 20_000, interval: 20 },
    );
  }

  it("keeps a copy that equals the words of the server at every quiet moment", async () => {
    const [workspaceId] = workspaceIds;
    const editor = { client: admin, workspaceIds, random: seeded(25) };
    let child = start({ more: { WORKSPACE_ID: String(workspaceId) } });
    for (let edit = 1; edit <= EDITS; edit += 1) {
      await editAtRandom(editor);
      if (edit % QUIET_EVERY > 0) continue;
      await expectInStep(`&workspaceId=${workspaceId}`);
      // It may be killed at any moment, and goes on from its file.
      await stop(child);
      child = start({ more: { WORKSPACE_ID: String(workspaceId) } });
    }
    await expectInStep(`&workspaceId=${workspaceId}`);
  });

  it("survives lost answers and a server that is busy or away", async () => {
    const proxy = await lossyProxy(server, [
      "loses the answer",
      { status: 503, retryAfter: 0 },
      { status: 502 },
      "passes",
      "loses the answer",
    ]);
    const dictionaryId = await aDictionary(api, own);
    await anEntry(api, { ...own, dictionaryId });
    start({ address: proxy.address });
    await expectInStep();
    await admin.delete(`${DICTIONARIES}/${dictionaryId}`, ANY);
    await expectInStep();
    await proxy.close();
  });

  it("reads all words again after 90 days away, and from a file that is no copy", async () => {
    const dictionaryId = await aDictionary(api, own);
    const gone = await anEntry(api, { ...own, dictionaryId });
    await anEntry(api, { ...own, dictionaryId });
    const child = start();
    await expectInStep();
    await stop(child);
    await admin.delete(entriesUrl(dictionaryId, gone), ANY);
    await forgetTombstones(api.db, new Date(Date.now() + 60_000));
    const again = start();
    await expectInStep();
    expect(said).toContain("is too old: all words are read again");
    await stop(again);
    writeFileSync(file(), '{"organizationId":');
    start();
    await expectInStep();
    expect(said).toContain("is no copy");
  });

  it("hears of a change by a webhook within 3 s, although it asks once an hour", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    await aWebhook(api, { url, organizationIds: [own.organizationId] });
    const dictionaryId = await aDictionary(api, own);
    await anEntry(api, { ...own, dictionaryId });
    const more = { POLL_SECONDS: "3600", WEBHOOK_SECRET: SECRET, WEBHOOK_PORT: String(port) };
    start({ more });
    await expectInStep();
    await anEntry(api, { ...own, dictionaryId });
    const since = performance.now();
    await expectInStep();
    expect(performance.now() - since).toBeLessThan(10_000);
    expect(said).toBe("");
  });

  it("ends with one line where the key is not taken", async () => {
    const child = start({ more: { SERVICE_KEY: "kis_wrong" } });
    const [code] = await once(child, "close");
    expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
    expect(said).toContain("401");
  });
});
