import { beforeEach, describe, expect, it } from "vitest";
import type { ProposalDecision } from "../../domain/proposals/schemas.ts";
import { deleteEndedProposals } from "../../server/modules/proposals/queries/proposals.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, lockFor } from "../support/dictionaryRequests.ts";
import { anEntry, entriesUrl } from "../support/entryRequests.ts";
import { withToken } from "../support/lockScene.ts";
import { perSuite } from "../support/perSuite.ts";
import { aProposal, PROPOSALS, proposalOf, proposalsOf } from "../support/proposalRequests.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { changesSince } from "../support/vocabularyRequests.ts";

const current = { "if-match": "*" };
const word = { surface: "偕楽園", reading: "かいらくえん" };

describeDatabase("proposals of words", (engine) => {
  const api = suiteApi(engine, { now: "2026-04-15T10:00:00+09:00" });
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const staffUser = perSuite(() => api.aUser(own));
  const staff = api.as(staffUser);
  const other = api.as(perSuite(() => api.aUser(own)));
  const keeperUser = perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }));
  const keeper = api.as(keeperUser);
  let dictionaryId: number;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    await announced();
  });

  const key = () => ({ ...own, dictionaryId });
  const propose = (body: object = {}) =>
    staff.post(PROPOSALS, { dictionaryId, change: word, ...body });
  const proposed = async (body: object = {}) => {
    const answer = await propose(body);
    expect(answer.status, answer.text).toBe(201);
    return proposalOf(answer);
  };
  const decide = (body: ProposalDecision, headers: Record<string, string> = current) =>
    keeper.post(`${PROPOSALS}/decide`, body, headers);
  const decided = async (body: ProposalDecision) => {
    const answer = await decide(body);
    expect(answer.status, answer.text).toBe(200);
    return proposalsOf(answer);
  };
  const words = async () => {
    const { body } = await keeper.get(`${entriesUrl(dictionaryId)}?size=100`);
    return Object(body).content;
  };
  const state = async (proposalId: number) =>
    proposalOf(await staff.get(`${PROPOSALS}/${proposalId}`)).state;

  describe("proposing", () => {
    it("keeps what is proposed, and is read by the proposer and by those who may write alone", async () => {
      const evidence = [{ before: "海洛園", after: "偕楽園", count: 3 }];
      const made = await proposed({ reason: "来週の会議で使います。", evidence });
      expect(made).toMatchObject({
        state: "OPEN",
        change: word,
        evidence,
        entryId: null,
        entry: null,
        proposerId: staffUser.userId,
      });
      expect(await announced()).toContain(`created resource/proposals/${made.proposalId}`);
      const url = `${PROPOSALS}/${made.proposalId}`;
      expect((await other.get(url)).status).toBe(404);
      expect((await keeper.get(url)).status).toBe(200);
      const listed = `${PROPOSALS}?dictionaryId=${dictionaryId}`;
      expect(proposalsOf(await other.get(listed))).toEqual([]);
      expect(proposalsOf(await staff.get(listed))).toHaveLength(1);
      expect(proposalsOf(await keeper.get(listed))).toHaveLength(1);
      expect(proposalsOf(await keeper.get(`${listed}&mine=true`))).toEqual([]);
    });

    it("answers at once what is there, or is proposed, with its id", async () => {
      const entryId = await anEntry(api, key(), { surface: "Ｚｏｏｍ", reading: "ずーむ" });
      const seenAsSame = await propose({ change: { surface: "Zoom", reading: "ズーム" } });
      expect([seenAsSame.status, seenAsSame.body]).toMatchObject([
        409,
        { code: "ENTRY_EXISTS", entryId, message: "この単語はすでに登録されています。" },
      ]);
      const same = await propose({ entryId, change: { weight: 2, note: null } });
      expect(same.body).toMatchObject({
        code: "ENTRY_EXISTS",
        entryId,
        message: "この単語はすでに提案の内容になっています。",
      });
      const { proposalId } = await proposed();
      expect((await propose({ reason: "別の理由" })).body).toMatchObject({
        code: "PROPOSAL_EXISTS",
        proposalId,
      });
      await proposed({ entryId, change: { weight: 3 } });
      expect((await propose({ entryId, change: { weight: 3 } })).status).toBe(409);
      await proposed({ entryId, change: { weight: 1 } });
    });

    it("refuses more than 200 open ones of a person", async () => {
      const proposer = await api.aUser(own);
      const { userId: proposerId } = proposer;
      for (let n = 0; n < 199; n += 1) await aProposal(api, { ...key(), proposerId });
      const client = api.as(proposer);
      const send = (surface: string) =>
        client.post(PROPOSALS, { dictionaryId, change: { ...word, surface } });
      expect((await send("千波湖")).status).toBe(201);
      expect((await send("弘道館")).body).toMatchObject({ code: "TOO_MANY_PROPOSALS" });
    });

    it("is changed and withdrawn by the proposer while it is open", async () => {
      const { proposalId } = await proposed();
      const url = `${PROPOSALS}/${proposalId}`;
      expect((await keeper.patch(url, { reason: "" })).status).toBe(404);
      const changed = await staff.patch(url, { change: { ...word, weight: 3 } }, current);
      expect(proposalOf(changed)).toMatchObject({ version: 2, change: { weight: 3 } });
      expect((await staff.patch(url, { reason: "別件" }, { "if-match": '"1"' })).status).toBe(412);
      const incomplete = await staff.patch(url, { change: { surface: "偕楽園" } }, current);
      expect(incomplete.body).toMatchObject({
        errors: { "change.reading": "読みを入力してください。" },
      });
      expect(proposalOf(await staff.post(`${url}/withdraw`, {})).state).toBe("WITHDRAWN");
      expect((await staff.post(`${url}/withdraw`, {})).body).toMatchObject({
        code: "PROPOSAL_ENDED",
        message: "この提案はすでに「取り下げ」になっています。",
      });
      await proposed();
    });
  });

  describe("deciding", () => {
    it("writes the words of one act as one change: one revision, one notice of the dictionary, one act in the log", async () => {
      const entryId = await anEntry(api, key(), { surface: "弘道館", reading: "こうどうかん" });
      const { key: secret } = await aServiceKey(api);
      const program = withKey(api, secret);
      const { revision } = await changesSince(program, own.organizationId, 0);
      const one = await proposed();
      const two = await proposed({ entryId, change: { weight: 3, note: "水戸" } });
      const three = await proposed({ change: { surface: "千波子", reading: "せんばこ" } });
      const four = await proposed({ change: { surface: "あれ", reading: "あれ" } });
      await announced();
      const body = {
        accept: [one.proposalId, two.proposalId],
        change: [{ proposalId: three.proposalId, change: { surface: "千波湖" } }],
        reject: [four.proposalId],
        reason: "会議の資料に合わせました。",
      };
      let proposals: Awaited<ReturnType<typeof decided>> = [];
      const events = await eventsDuring(api.db, async () => {
        proposals = await decided(body);
      });
      expect(proposals.map(({ state }) => state)).toEqual([
        "ACCEPTED",
        "ACCEPTED",
        "CHANGED",
        "REJECTED",
      ]);
      expect(proposals[2]).toMatchObject({
        change: { surface: "千波子" },
        written: { surface: "千波湖", reading: "せんばこ" },
        answer: body.reason,
        decidedBy: keeperUser.userId,
      });
      expect((await words()).map(({ surface }: { surface: string }) => surface)).toEqual([
        "弘道館",
        "偕楽園",
        "千波湖",
      ]);
      const changes = await changesSince(program, own.organizationId, revision);
      expect(changes.revision).toBe(revision + 1);
      expect((await announced()).filter((said) => said.includes("dictionaries"))).toHaveLength(1);
      const whole = events.filter(({ target_id }) => target_id === null);
      expect(whole).toMatchObject([{ counts: { accepted: 2, corrected: 1, rejected: 1 } }]);
    });

    it("needs the lock of the dictionary as any write does, and a proposal that is open", async () => {
      const { proposalId } = await proposed();
      const accept = [proposalId];
      expect((await decide({ accept }, {})).status).toBe(428);
      const { userId } = await api.aUser({ ...own, isDictionaryAdmin: true });
      const theirs = await lockFor(api, { ...key(), userId });
      expect((await decide({ accept })).status).toBe(423);
      expect((await decide({ accept }, withToken(theirs))).status).toBe(423);
      const token = await lockFor(api, { ...key(), userId: keeperUser.userId });
      expect((await decide({ accept }, withToken(token))).status).toBe(200);
      const again = await decide({ accept }, withToken(token));
      expect([again.status, again.body]).toMatchObject([
        422,
        {
          code: "ROWS_REFUSED",
          errors: { "accept.0": "この提案はすでに「採用」になっています。" },
        },
      ]);
    });

    it("writes nothing where a corrected word is there already, and names it", async () => {
      await anEntry(api, key(), { surface: "千波湖", reading: "せんばこ" });
      const one = await proposed();
      const two = await proposed({ change: { surface: "千波子", reading: "せんばこ" } });
      const change = [{ proposalId: two.proposalId, change: { surface: "千波湖" } }];
      const { status, body } = await decide({ accept: [one.proposalId], change });
      expect([status, body]).toMatchObject([
        409,
        { code: "DUPLICATE", errors: { "change.0.change.surface": expect.any(String) } },
      ]);
      expect(await state(one.proposalId)).toBe("OPEN");
      expect(await words()).toHaveLength(1);
    });

    it("refuses proposals of several dictionaries", async () => {
      const { proposalId } = await proposed();
      const elsewhere = { ...own, dictionaryId: await aDictionary(api, own) };
      const other = await aProposal(api, { ...elsewhere, proposerId: staffUser.userId });
      const { body } = await decide({ accept: [proposalId, other] });
      expect(body).toMatchObject({ errors: { accept: "同じ辞書の提案を選択してください。" } });
    });

    it("is undone for a day: words as before, proposals open, and what has changed since stays", async () => {
      const entryId = await anEntry(api, key(), { surface: "弘道館", reading: "こうどうかん" });
      const one = await proposed();
      const two = await proposed({ entryId, change: { reading: "こうどうかんと" } });
      const three = await proposed({ change: { surface: "千波湖", reading: "せんばこ" } });
      const four = await proposed({ change: { surface: "あれ", reading: "あれ" } });
      const proposalIds = [one, two, three, four].map(({ proposalId }) => proposalId);
      const [first = 0, second = 0, third = 0, fourth = 0] = proposalIds;
      const done = await decided({
        accept: [first, second, third],
        reject: [fourth],
        reason: "不明",
      });
      const edited = `${entriesUrl(dictionaryId)}/${done[2]?.writtenEntryId}`;
      expect((await keeper.patch(edited, { weight: 3 }, current)).status).toBe(200);
      const { body } = await keeper.post(`${PROPOSALS}/undo`, { proposalIds }, current);
      expect(body).toMatchObject({ kept: 1, proposals: [{ state: "OPEN" }, {}, {}] });
      expect(await words()).toMatchObject([
        { surface: "弘道館", reading: "こうどうかん" },
        { surface: "千波湖" },
      ]);
      expect(await state(third)).toBe("ACCEPTED");
      await decided({ accept: [first] });
      api.clock.advance(25 * 60);
      const late = await keeper.post(`${PROPOSALS}/undo`, { proposalIds: [first] }, current);
      expect(late.body).toEqual({ proposals: [], kept: 1 });
    });
  });

  it("opens again one of several decisions on the same, where all are undone", async () => {
    const proposalIds: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { proposalId } = await proposed();
      await decided({ reject: [proposalId], reason: "不明" });
      proposalIds.push(proposalId);
    }
    const { body, status } = await keeper.post(`${PROPOSALS}/undo`, { proposalIds }, current);
    expect(status).toBe(200);
    expect(body).toMatchObject({ kept: 1, proposals: [{ state: "OPEN" }] });
  });

  describe("a proposal that the words have made needless", () => {
    it("is superseded by a new word, by the change itself and by the end of its word", async () => {
      const entryId = await anEntry(api, key(), { surface: "弘道館", reading: "こうどうかん" });
      const added = await proposed();
      const same = await proposed({ entryId, change: { weight: 3 } });
      const others = await proposed({ entryId, change: { note: "水戸" } });
      const url = entriesUrl(dictionaryId);
      await keeper.post(
        `${url}/batch`,
        { create: [word], update: [{ entryId, weight: 3 }] },
        current,
      );
      expect(await state(added.proposalId)).toBe("SUPERSEDED");
      expect(await state(same.proposalId)).toBe("SUPERSEDED");
      expect(await state(others.proposalId)).toBe("OPEN");
      await announced();
      await keeper.post(`${url}/bulk`, { action: "DELETE", where: {} }, current);
      expect(await state(others.proposalId)).toBe("SUPERSEDED");
      expect(await announced()).toContain("updated resource/proposals");
    });

    it("is deleted a year after its end, and with its dictionary", async () => {
      const { proposalId } = await proposed();
      const open = await proposed({ change: { ...word, surface: "弘道館" } });
      await decided({ reject: [proposalId], reason: "不明" });
      await deleteEndedProposals(api.db, api.clock.now());
      expect((await staff.get(`${PROPOSALS}/${proposalId}`)).status).toBe(200);
      await deleteEndedProposals(api.db, new Date(api.clock.now().getTime() + 1));
      expect((await staff.get(`${PROPOSALS}/${proposalId}`)).status).toBe(404);
      expect(await state(open.proposalId)).toBe("OPEN");
    });
  });
});
