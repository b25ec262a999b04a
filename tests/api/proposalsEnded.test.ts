import { beforeEach, expect, it } from "vitest";
import { TOLD_STATES } from "../../domain/proposals/rules.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aProposal, PROPOSALS, proposalsOf } from "../support/proposalRequests.ts";

const current = { "if-match": "*" };
const word = { surface: "偕楽園", reading: "かいらくえん" };
const superseded = [{ field: "state", before: "OPEN", after: "SUPERSEDED" }];

describeDatabase("a proposal that ends", (engine) => {
  const api = suiteApi(engine);
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const proposer = perSuite(() => api.aUser(own));
  const staff = api.as(proposer);
  const other = api.as(perSuite(() => api.aUser(own)));
  const keeperUser = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));
  const keeper = api.as(keeperUser);
  let dictionaryId: number;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
  });

  const proposed = (input: object = {}) =>
    aProposal(api, { ...own, dictionaryId, proposerId: proposer.userId, change: word, ...input });
  const superseding = async (work: () => Promise<unknown>) => {
    const events = await eventsDuring(api.db, work);
    return events.filter(({ target_kind }) => target_kind === "proposal");
  };

  it("because its word has come leaves an event by who brought it, and is announced once", async () => {
    const first = await proposed();
    await proposed({ change: { surface: "弘道館", reading: "こうどうかん" } });
    await announced();
    const events = await superseding(() =>
      keeper.post(`${entriesUrl(dictionaryId)}/batch`, { create: [word] }, current),
    );
    expect(events).toMatchObject([
      {
        operation: "supersedeProposals",
        actor_id: keeperUser.userId,
        target_id: String(first),
        target_name: word.surface,
        changes: superseded,
      },
    ]);
    const heard = await announced();
    expect(heard.filter((said) => said.includes("proposals"))).toEqual([
      "updated resource/proposals",
    ]);
  });

  it("with its word, or with many at once, leaves an event for each, named by what is known of it", async () => {
    const entryId = await anEntry(api, { ...own, dictionaryId }, word);
    const renamed = await proposed({ entryId, change: { surface: "好文亭" } });
    const stronger = await proposed({ entryId, change: { weight: 3 } });
    const events = await superseding(() =>
      keeper.patch(
        `${entriesUrl(dictionaryId)}/${entryId}`,
        { surface: "好文亭", weight: 3 },
        current,
      ),
    );
    expect(events.map(({ target_id, target_name }) => [Number(target_id), target_name])).toEqual([
      [renamed, "好文亭"],
      [stronger, "好文亭"],
    ]);
    await proposed({ entryId, change: { note: "水戸" } });
    const deleted = await superseding(() =>
      keeper.post(`${entriesUrl(dictionaryId)}/bulk`, { action: "DELETE", where: {} }, current),
    );
    expect(deleted).toMatchObject([{ target_name: null, changes: superseded }]);
  });

  it("is part of the act that a decision on many is", async () => {
    const entryId = await anEntry(api, { ...own, dictionaryId }, word);
    const accept = [
      await proposed({ entryId, change: { weight: 3, note: "水戸" } }),
      await proposed({ change: { surface: "弘道館", reading: "こうどうかん" } }),
    ];
    const needless = await proposed({ entryId, change: { weight: 3 } });
    const events = await eventsDuring(api.db, () =>
      keeper.post(`${PROPOSALS}/decide`, { accept }, current),
    );
    const parts = events.filter(({ target_kind }) => target_kind === "proposal");
    expect(parts.map(({ target_id }) => Number(target_id)).toSorted()).toEqual(
      [...accept, needless].toSorted(),
    );
    expect(new Set(events.map((event) => Reflect.get(event, "act")?.id)).size).toBe(1);
  });

  it("ends as its admin has seen it, or not at all", async () => {
    const proposalId = await proposed();
    const other = await proposed({ change: { surface: "弘道館", reading: "こうどうかん" } });
    const change = { ...word, weight: 3 };
    expect((await staff.patch(`${PROPOSALS}/${proposalId}`, { change }, current)).status).toBe(200);
    const decide = (version: number) => {
      const seen = [{ proposalId, version }];
      return keeper.post(`${PROPOSALS}/decide`, { accept: [other, proposalId], seen }, current);
    };
    const { status, body } = await decide(1);
    expect([status, body]).toMatchObject([
      422,
      {
        code: "ROWS_REFUSED",
        errors: { "accept.1": expect.stringContaining("表示した後に変更されています。") },
      },
    ]);
    expect(Object.keys(Object(body).errors)).toHaveLength(1);
    expect(proposalsOf(await decide(2)).map(({ state }) => state)).toEqual([
      "ACCEPTED",
      "ACCEPTED",
    ]);
  });

  it("is announced and read by its proposer with state and answer, and by nobody else as their own", async () => {
    const accepted = await proposed();
    const rejected = await proposed({ change: { surface: "弘道館", reading: "こうどうかん" } });
    const corrected = await proposed({ change: { surface: "千波子", reading: "せんばこ" } });
    const withdrawn = await proposed({ change: { surface: "好文亭", reading: "こうぶんてい" } });
    await staff.post(`${PROPOSALS}/${withdrawn}/withdraw`, {});
    await announced();
    const news = `${PROPOSALS}?mine=true&dictionaryId=${dictionaryId}&state=${TOLD_STATES.join(",")}`;
    expect(proposalsOf(await staff.get(news))).toEqual([]);
    const decision = {
      accept: [accepted],
      reject: [rejected],
      change: [{ proposalId: corrected, change: { surface: "千波湖" } }],
      reason: "会議の資料に合わせました。",
    };
    expect((await keeper.post(`${PROPOSALS}/decide`, decision, current)).status).toBe(200);
    const heard = await announced();
    for (const id of [accepted, rejected, corrected]) {
      expect(heard).toContain(`updated resource/proposals/${id}`);
    }
    const told = proposalsOf(await staff.get(news));
    expect(Object.fromEntries(told.map((one) => [one.proposalId, one.state]))).toEqual({
      [accepted]: "ACCEPTED",
      [rejected]: "REJECTED",
      [corrected]: "CHANGED",
    });
    expect(told.every(({ answer }) => answer === decision.reason)).toBe(true);
    expect(proposalsOf(await other.get(news))).toEqual([]);
    expect(proposalsOf(await keeper.get(news))).toEqual([]);
  });
});
