import { beforeEach, expect, it } from "vitest";
import { MOST_OPEN_PROPOSALS, MOST_PROPOSED } from "../../domain/proposals/rules.ts";
import { type ProposedWords, proposedWords } from "../../domain/proposals/schemas.ts";
import { suiteAnnounced } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { eventsDuring } from "../support/auditEvents.ts";
import { describeEachEngine } from "../support/database.ts";
import { aDictionary } from "../support/dictionaryRequests.ts";
import { anEntry } from "../support/entryRequests.ts";
import { perSuite } from "../support/perSuite.ts";
import { aProposal, PROPOSALS, proposalsOf } from "../support/proposalRequests.ts";

const BULK = `${PROPOSALS}/bulk`;
const word = { surface: "偕楽園", reading: "かいらくえん" };

describeEachEngine("many words, proposed at once,", "types", (engine) => {
  const api = suiteApi(engine);
  const announced = suiteAnnounced(api);
  const own = perSuite(() => api.organization());
  const user = perSuite(() => api.aUser(own));
  const staff = api.as(user);
  const keeper = api.as(perSuite(() => api.aUser({ ...own, isDictionaryAdmin: true })));
  let dictionaryId: number;

  beforeEach(async () => {
    dictionaryId = await aDictionary(api, own);
    await announced();
  });

  const key = () => ({ ...own, dictionaryId });
  const propose = (proposals: object[], headers: Record<string, string> = {}, as = staff) =>
    as.post(BULK, { proposals: proposals.map((one) => ({ dictionaryId, ...one })) }, headers);
  const proposed = async (proposals: object[]): Promise<ProposedWords> => {
    const answer = await propose(proposals);
    expect(answer.status, answer.text).toBe(201);
    return proposedWords.parse(answer.body);
  };
  const open = async () =>
    proposalsOf(await keeper.get(`${PROPOSALS}?dictionaryId=${dictionaryId}`));

  it("become proposals of new words and of changes, of several dictionaries, by one act", async () => {
    const other = await aDictionary(api, own);
    const entryId = await anEntry(api, key(), { surface: "弘道館", reading: "こうどうかん" });
    const evidence = [{ before: "海洛園", after: "偕楽園", count: 3 }];
    let made: ProposedWords | undefined;
    const events = await eventsDuring(api.db, async () => {
      made = await proposed([
        { change: word, evidence, reason: "会議で使います。" },
        { entryId, change: { weight: 3 } },
        { dictionaryId: other, change: word },
      ]);
    });
    expect(made).toMatchObject({
      proposals: [
        { dictionaryId, entryId: null, change: word, evidence, reason: "会議で使います。" },
        { dictionaryId, entryId, change: { weight: 3 }, state: "OPEN" },
        { dictionaryId: other, change: word, proposerId: user.userId },
      ],
      refused: [],
    });
    const ofProposals = events.filter(({ target_kind }) => target_kind === "proposal");
    expect(ofProposals).toHaveLength(4);
    expect(ofProposals.at(-1)).toMatchObject({ counts: { proposed: 3 }, target_id: null });
    const [first] = made?.proposals ?? [];
    expect(await announced()).toContain(`created resource/proposals/${first?.proposalId}`);
  });

  it("are answered one by one where they are needless, and the others are proposed", async () => {
    const entryId = await anEntry(api, key(), { surface: "Ｚｏｏｍ", reading: "ずーむ" });
    const proposalId = await aProposal(api, { ...key(), proposerId: user.userId, change: word });
    const made = await proposed([
      { change: { surface: "Zoom", reading: "ズーム" } },
      { change: word },
      { change: { surface: "千波湖", reading: "せんばこ" } },
      { entryId, change: { weight: 2 } },
      { entryId: 2_000_000_000, change: { weight: 3 } },
      { change: { surface: "千波湖", reading: "センバコ" } },
    ]);
    const [only] = made.proposals;
    expect(made.proposals).toHaveLength(1);
    expect(made.refused).toEqual([
      { index: 0, code: "ENTRY_EXISTS", message: "この単語はすでに登録されています。", entryId },
      {
        index: 1,
        code: "PROPOSAL_EXISTS",
        message: "同じ内容がすでに提案されています。",
        proposalId,
      },
      {
        index: 3,
        code: "ENTRY_EXISTS",
        message: "この単語はすでに提案の内容になっています。",
        entryId,
      },
      { index: 4, code: "NOT_FOUND", message: "この単語はすでに削除されています。" },
      {
        index: 5,
        code: "PROPOSAL_EXISTS",
        message: "同じ内容がすでに提案されています。",
        proposalId: only?.proposalId,
      },
    ]);
    expect(await open()).toHaveLength(2);
  });

  it("leave nothing where all are there already", async () => {
    await anEntry(api, key(), word);
    const events = await eventsDuring(api.db, async () => {
      expect((await proposed([{ change: word }])).proposals).toEqual([]);
    });
    expect(events).toEqual([]);
  });

  it("are proposed once, though they are sent twice", async () => {
    const headers = { "idempotency-key": "e7a4a7a5-51a9-46a8-9a4c-3cf9c4d3b1aa" };
    const [first, second] = [
      await propose([{ change: word }], headers),
      await propose([{ change: word }], headers),
    ];
    expect(second.body).toEqual(first.body);
    expect(await open()).toHaveLength(1);
  });

  it("are none where they would be too many of a person", async () => {
    const proposer = await api.aUser(own);
    const { userId: proposerId } = proposer;
    for (let n = 1; n < MOST_OPEN_PROPOSALS; n += 1) await aProposal(api, { ...key(), proposerId });
    const two = [{ change: word }, { change: { surface: "弘道館", reading: "こうどうかん" } }];
    const refused = await propose(two, {}, api.as(proposer));
    expect(refused).toMatchObject({ status: 422, body: { code: "TOO_MANY_PROPOSALS" } });
    expect((await propose([{ change: word }], {}, api.as(proposer))).status).toBe(201);
  });

  it.each([
    [422, "none", () => propose([])],
    [422, "a new word without a reading", () => propose([{ change: { surface: "偕楽園" } }])],
    [404, "an unknown dictionary", () => propose([{ dictionaryId: 2_000_000_000, change: word }])],
    [431, "too many", () => propose(Array(MOST_PROPOSED + 1).fill({ change: word }))],
  ] as const)("are answered %i for %s", async (status, _, send) => {
    expect((await send()).status).toBe(status);
  });
});
