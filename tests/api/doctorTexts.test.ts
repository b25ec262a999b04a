import { expect, it } from "vitest";
import { alikeNames, unseenTexts } from "../../server/doctor/dataChecks.ts";
import type { Finding } from "../../server/doctor/runChecks.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { anEntry } from "../support/entryRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

describeDatabase("doctor", (engine) => {
  const api = suiteApi(engine);

  async function found(find: typeof unseenTexts) {
    const all: Finding[] = [];
    for await (const finding of find(api.db)) all.push(finding);
    return all;
  }

  it("names texts with characters that nobody sees, not those of emoji and kanji", async () => {
    const own = await api.organization();
    const key = { ...own, dictionaryId: await aDictionary(api, own) };
    const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業\u200b部" });
    await aWorkspace(api, { ...own, workspaceName: "👨‍👩‍👧の会 葛\u{e0100}飾" });
    const entryId = await anEntry(api, key, { surface: "会\u00ad議", note: "𠮷\u{e0041}" });
    expect((await found(unseenTexts)).map(({ what }) => what)).toEqual([
      `workspaces ${workspaceId}: character 3 of workspace_name is invisible (U+200B)`,
      `dictionary_entries ${entryId}: character 2 of surface is invisible (U+00AD)`,
      `dictionary_entries ${entryId}: character 2 of note is invisible (U+E0041)`,
    ]);
  });

  it("names older names and words that look alike, and forgets those that do no more", async () => {
    const own = await api.organization();
    const first = await aWorkspace(api, { ...own, workspaceName: "開発部" });
    const mark = (workspaceName: string) =>
      api.db
        .insertInto("workspaces")
        .values({
          organization_id: own.organizationId,
          workspace_name: workspaceName,
          name_key: workspaceName,
          looks_alike: true,
          created_at: new Date(),
          updated_at: new Date(),
        })
        .returning("workspace_id")
        .executeTakeFirstOrThrow();
    const { workspace_id: second } = await mark("開 発部");
    const { workspace_id: alone } = await mark("総 務部");
    const key = { ...own, dictionaryId: await aDictionary(api, own) };
    const one = await anEntry(api, key, { surface: "ＡＩ", reading: "えーあい" });
    const other = await anEntry(api, key, { surface: "AI", reading: "えーあい" });
    await anEntry(api, key, { surface: "AI", reading: "あい" });
    const findings = await found(alikeNames);
    expect(findings.map(({ what }) => what)).toEqual([
      `the names of workspaces ${second} and ${first} look alike`,
      `workspaces ${alone} is marked as looking like another, which is gone`,
      `dictionary_entries ${one}, ${other} of dictionary ${key.dictionaryId} look alike`,
    ]);
    for (const { mend } of findings) await mend?.();
    expect(await found(alikeNames)).toHaveLength(2);
  });
});
