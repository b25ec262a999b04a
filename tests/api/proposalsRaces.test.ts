import { beforeEach, expect, it } from "vitest";
import { entryRange } from "../../domain/entries/bulk.ts";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { entriesUrl } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aProposal, PROPOSALS, proposalOf, proposalsOf } from "../support/proposalRequests.ts";

const current = { "if-match": "*" };
const word = { surface: "偕楽園", reading: "かいらくえん" };
const ROUNDS = Number(process.env.PROPOSAL_RACE_ROUNDS ?? 5);

describePostgres("proposals while several people act at once", () => {
  const api = suiteApi("postgres");
  const own = perSuite(() => api.organization());
  const proposer = perSuite(() => api.aUser(own));
  const staff = api.as(proposer);
  const second = api.as(perSuite(() => api.aUser(own)));
  const admins = [1, 2].map(() =>
    api.as(perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true }))),
  );
  let dictionaryId: number;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
  });

  const [one, other] = admins;
  const aWord = () =>
    aProposal(api, { ...own, dictionaryId, proposerId: proposer.userId, change: word });
  const stored = async () => {
    const { body } = await staff.get(`${entriesUrl(dictionaryId)}/range?from=0&to=99`);
    return entryRange.parse(body).content;
  };
  const state = async (id: number) => proposalOf(await staff.get(`${PROPOSALS}/${id}`)).state;
  const rounds = async (work: () => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      dictionaryId = await aDictionary(api, own);
      await work();
    }
  };

  it("makes one word of a proposal that two admins accept, and tells the second", () =>
    rounds(async () => {
      const accept = [await aWord()];
      const answers = await Promise.all(
        admins.map((admin) => admin.post(`${PROPOSALS}/decide`, { accept }, current)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect(await stored()).toHaveLength(1);
    }));

  it("makes one word where it is accepted and typed into the table at once", () =>
    rounds(async () => {
      const id = await aWord();
      const [accepted, typed] = await Promise.all([
        one?.post(`${PROPOSALS}/decide`, { accept: [id] }, current),
        other?.post(`${entriesUrl(dictionaryId)}/batch`, { create: [word] }, current),
      ]);
      expect(await stored()).toHaveLength(1);
      const isAccepted = accepted?.status === 200;
      expect([accepted?.status, typed?.status]).toEqual(isAccepted ? [200, 409] : [422, 200]);
      expect(await state(id)).toBe(isAccepted ? "ACCEPTED" : "SUPERSEDED");
    }));

  it("leaves no open proposal of a word that comes while it is proposed", () =>
    rounds(async () => {
      const [proposed] = await Promise.all([
        staff.post(PROPOSALS, { dictionaryId, change: word }),
        one?.post(`${entriesUrl(dictionaryId)}/batch`, { create: [word] }, current),
      ]);
      if (proposed?.status === 201) {
        expect(await state(proposalOf(proposed).proposalId)).toBe("SUPERSEDED");
      } else expect(proposed?.body).toMatchObject({ code: "ENTRY_EXISTS" });
    }));

  it("keeps one of two proposals of the same that come at once", () =>
    rounds(async () => {
      const answers = await Promise.all(
        [staff, second].map((each) => each.post(PROPOSALS, { dictionaryId, change: word })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const open = await one?.get(`${PROPOSALS}?dictionaryId=${dictionaryId}`);
      expect(proposalsOf({ body: open?.body })).toHaveLength(1);
    }));

  it("either withdraws a proposal or accepts it", () =>
    rounds(async () => {
      const id = await aWord();
      const [withdrawn, accepted] = await Promise.all([
        staff.post(`${PROPOSALS}/${id}/withdraw`, {}),
        one?.post(`${PROPOSALS}/decide`, { accept: [id] }, current),
      ]);
      const isAccepted = accepted?.status === 200;
      expect([withdrawn.status, accepted?.status]).toEqual(isAccepted ? [409, 200] : [200, 422]);
      expect(await stored()).toHaveLength(isAccepted ? 1 : 0);
    }));

  it("accepts a proposal as it was, or as its proposer has changed it", () =>
    rounds(async () => {
      const id = await aWord();
      const change = { ...word, weight: 3 };
      const [changed, accepted] = await Promise.all([
        staff.patch(`${PROPOSALS}/${id}`, { change }),
        one?.post(`${PROPOSALS}/decide`, { accept: [id] }, current),
      ]);
      expect(accepted?.status).toBe(200);
      const isChanged = changed.status === 200;
      if (!isChanged) expect(changed.body).toMatchObject({ code: "PROPOSAL_ENDED" });
      expect(await stored()).toMatchObject([{ ...word, weight: isChanged ? 3 : 2 }]);
      expect(await state(id)).toBe("ACCEPTED");
    }));

  it("withdraws a proposal that is changed at once, and changes none that is withdrawn", () =>
    rounds(async () => {
      const id = await aWord();
      const [changed, withdrawn] = await Promise.all([
        staff.patch(`${PROPOSALS}/${id}`, { reason: "来週の会議で使うため" }),
        staff.post(`${PROPOSALS}/${id}/withdraw`, {}),
      ]);
      expect([withdrawn.status, await state(id)]).toEqual([200, "WITHDRAWN"]);
      const now = proposalOf(await staff.get(`${PROPOSALS}/${id}`));
      expect([changed.status, now.version]).toEqual(now.version === 3 ? [200, 3] : [409, 2]);
    }));

  it("leaves no open proposal that is changed to a word that comes meanwhile", () =>
    rounds(async () => {
      const id = await aWord();
      const change = { surface: "千波湖", reading: "せんばこ" };
      const [changed, typed] = await Promise.all([
        staff.patch(`${PROPOSALS}/${id}`, { change }),
        one?.post(`${entriesUrl(dictionaryId)}/batch`, { create: [change] }, current),
      ]);
      expect(typed?.status).toBe(200);
      if (changed.status === 200) expect(await state(id)).toBe("SUPERSEDED");
      else {
        expect(changed.body).toMatchObject({ code: "ENTRY_EXISTS" });
        expect(await state(id)).toBe("OPEN");
      }
    }));

  it("ends a proposal once that is withdrawn while its word comes", () =>
    rounds(async () => {
      const id = await aWord();
      const [withdrawn, typed] = await Promise.all([
        staff.post(`${PROPOSALS}/${id}/withdraw`, {}),
        one?.post(`${entriesUrl(dictionaryId)}/batch`, { create: [word] }, current),
      ]);
      const ended = proposalOf(await staff.get(`${PROPOSALS}/${id}`));
      const isWithdrawn = withdrawn.status === 200;
      expect([ended.state, ended.version]).toEqual([isWithdrawn ? "WITHDRAWN" : "SUPERSEDED", 2]);
      expect([withdrawn.status, typed?.status]).toEqual([isWithdrawn ? 200 : 409, 200]);
    }));

  it("undoes a decision once where two admins undo it", () =>
    rounds(async () => {
      const id = await aWord();
      await one?.post(`${PROPOSALS}/decide`, { accept: [id] }, current);
      const answers = await Promise.all(
        admins.map((admin) => admin.post(`${PROPOSALS}/undo`, { proposalIds: [id] }, current)),
      );
      expect(answers.map(({ body }) => Object(body).kept).toSorted()).toEqual([0, 1]);
      expect([await state(id), await stored()]).toEqual(["OPEN", []]);
    }));
});
