import { addMinutes } from "date-fns";
import { beforeEach, expect, it } from "vitest";
import { type Entry, entry } from "../../domain/entries/schemas.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { aDictionary, DICTIONARIES } from "../support/dictionaryRequests.ts";
import { entriesUrl, someEntries } from "../support/entryRequests.ts";
import { aServiceKey, revokeKey, withKey } from "../support/serviceKeys.ts";
import { april, NOON } from "../support/usage.ts";
import { changesSince, VOCABULARY } from "../support/vocabularyRequests.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const ANY = { "if-match": "*" };
const REFLECTION = "/api/v1/reflection";

describeDatabase("how far words have reached the engines", (engine) => {
  const api = suiteApi(engine, { now: NOON });
  let program: ApiClient;
  let serviceKeyId: number;
  let organizationId: number;
  let admin: ApiClient;
  let dictionaryId: number;
  let entryIds: number[];

  beforeEach(async () => {
    const created = await aServiceKey(api, { name: "本番キー" });
    serviceKeyId = created.serviceKeyId;
    program = withKey(api, created.key);
    organizationId = await api.anOrganization();
    admin = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    dictionaryId = await aDictionary(api, { organizationId });
    entryIds = await someEntries(api, { organizationId, dictionaryId }, [{}, {}, {}]);
  });

  const url = (name = "amivoice", more = "") =>
    `${VOCABULARY}?organizationId=${organizationId}&engine=${name}${more}`;
  const reflection = async () => (await admin.get(REFLECTION)).body;
  const ofDictionary = async () =>
    (await admin.get(`${DICTIONARIES}/${dictionaryId}/reflection`)).body;
  const change = (place: number, body: object) =>
    admin.patch(entriesUrl(dictionaryId, entryIds[place]), body, ANY);
  const entries = async (): Promise<Entry[]> => {
    const { body } = await admin.get(`${entriesUrl(dictionaryId)}?reflection=true&size=100`);
    return entry.array().parse(Reflect.get(Object(body), "content"));
  };

  /** By a second, so that fetches have an order. */
  const later = () => api.clock.set(new Date(api.clock.now().getTime() + 1_000).toISOString());

  it("says nothing before an engine has fetched any", async () => {
    expect(await reflection()).toEqual({ revision: 2, latest: null, dictionaries: [] });
    expect(await ofDictionary()).toEqual({ revision: 2, fetches: [] });
  });

  it("asks a program without a key for one", async () => {
    expect(await api.anonymous.get(url())).toMatchObject({
      status: 401,
      body: { message: "サービスキーを指定してください。" },
    });
  });

  it("takes no HEAD request for a fetch, since it gets no words", async () => {
    expect((await program.send("HEAD", url())).status).toBe(200);
    const changes = `${VOCABULARY}/changes?organizationId=${organizationId}&after=0`;
    expect((await program.send("HEAD", changes)).status).toBe(200);
    expect(await ofDictionary()).toEqual({ revision: 2, fetches: [] });
    await program.get(changes);
    expect(await ofDictionary()).toMatchObject({ fetches: [{ engine: "json", pending: 0 }] });
  });

  it("names the last fetch, and counts the words that changed or went since", async () => {
    await program.get(url());
    expect(await reflection()).toEqual({
      revision: 2,
      latest: {
        engine: "amivoice",
        keyName: "本番キー",
        revoked: false,
        workspaceId: null,
        revision: 2,
        fetchedAt: api.clock.now().toISOString(),
      },
      dictionaries: [],
    });
    await change(0, { weight: 3 });
    await change(0, { weight: 1 });
    await change(1, { enabled: false });
    await admin.delete(entriesUrl(dictionaryId, entryIds[2]), ANY);
    expect(await reflection()).toMatchObject({
      revision: 6,
      latest: { revision: 2 },
      dictionaries: [{ dictionaryId, pending: 3, mostPending: 3 }],
    });
    await program.get(url("google"));
    expect(await ofDictionary()).toMatchObject({
      revision: 6,
      fetches: [
        { engine: "google", revision: 6, pending: 0 },
        { engine: "amivoice", revision: 2, pending: 3 },
      ],
    });
    expect(await reflection()).toMatchObject({
      latest: { engine: "google" },
      dictionaries: [{ dictionaryId, pending: 0, mostPending: 3 }],
    });
    await program.get(url());
    expect(await reflection()).toMatchObject({ dictionaries: [] });
  });

  it("notes who asks and gets nothing new, once a minute", async () => {
    const { headers } = await program.get(url());
    const held = { "if-none-match": String(headers.etag) };
    const first = api.clock.now();
    const fetchedAt = async () =>
      Reflect.get(Object(Reflect.get(Object(await reflection()), "latest")), "fetchedAt");
    api.clock.set(new Date(first.getTime() + 30_000).toISOString());
    expect((await program.get(url(), held)).status).toBe(304);
    expect(await fetchedAt()).toBe(first.toISOString());
    api.clock.set(addMinutes(first, 2).toISOString());
    expect((await program.get(url(), held)).status).toBe(304);
    expect(await fetchedAt()).toBe(addMinutes(first, 2).toISOString());
    api.clock.set(first.toISOString());
  });

  it("takes the last page of changes as a fetch", async () => {
    await program.get(`${VOCABULARY}/changes?organizationId=${organizationId}&after=0&size=1`);
    expect(await reflection()).toMatchObject({ latest: null });
    await changesSince(program, organizationId, 0, 1);
    expect(await reflection()).toMatchObject({ latest: { engine: "json", revision: 2 } });
  });

  it("takes the last fetch of an engine and workspace, whichever key it was by", async () => {
    await program.get(url());
    await change(0, { weight: 3 });
    const other = withKey(api, (await aServiceKey(api)).key);
    later();
    await other.get(url());
    expect(await reflection()).toMatchObject({ dictionaries: [] });
    await aWorkspace(api, { organizationId });
    const workspaceId = await aWorkspace(api, { organizationId });
    await other.get(url("amivoice", `&workspaceId=${workspaceId}`));
    await change(1, { weight: 3 });
    await other.get(url());
    expect(await reflection()).toMatchObject({
      dictionaries: [{ dictionaryId, pending: 0, mostPending: 1 }],
    });
    await admin.delete(`/api/v1/workspaces/${workspaceId}`, ANY);
    expect(await reflection()).toMatchObject({ dictionaries: [] });
  });

  it("still shows what a key fetched that is revoked, which keeps no engine behind", async () => {
    await program.get(url());
    await change(0, { weight: 3 });
    const other = await aServiceKey(api, { name: "予備キー" });
    await withKey(api, other.key).get(url("google"));
    await revokeKey(api, { serviceKeyId });
    expect(await reflection()).toMatchObject({
      latest: { engine: "google", revoked: false },
      dictionaries: [],
    });
    await revokeKey(api, other);
    expect(await reflection()).toMatchObject({
      latest: { engine: "google", revision: 3, revoked: true },
      dictionaries: [],
    });
    expect(await ofDictionary()).toMatchObject({
      fetches: [
        { engine: "google", keyName: "予備キー", revoked: true, pending: 0 },
        { engine: "amivoice", keyName: "本番キー", revoked: true, pending: 1 },
      ],
    });
    await change(1, { weight: 3 });
    expect(await reflection()).toMatchObject({
      dictionaries: [{ dictionaryId, pending: 1, mostPending: 1 }],
    });
  });

  it("counts for a dictionary only the fetches for its workspaces", async () => {
    const [own, other] = [
      await aWorkspace(api, { organizationId }),
      await aWorkspace(api, { organizationId }),
    ];
    await admin.patch(`${DICTIONARIES}/${dictionaryId}`, { workspaceIds: [own] }, ANY);
    await program.get(url("aws", `&workspaceId=${other}`));
    expect(await reflection()).toMatchObject({
      dictionaries: [{ dictionaryId, pending: 3, mostPending: 3 }],
    });
    await program.get(url("aws", `&workspaceId=${own}`));
    expect(await reflection()).toMatchObject({ dictionaries: [] });
  });

  it("shows a dictionary only the fetches for its workspaces", async () => {
    const [own, other] = [
      await aWorkspace(api, { organizationId }),
      await aWorkspace(api, { organizationId }),
    ];
    await admin.patch(`${DICTIONARIES}/${dictionaryId}`, { workspaceIds: [own] }, ANY);
    await program.get(url("aws", `&workspaceId=${other}`));
    expect(await ofDictionary()).toMatchObject({ fetches: [] });
    await program.get(url("aws", `&workspaceId=${own}`));
    expect(await ofDictionary()).toMatchObject({ fetches: [{ workspaceId: own, pending: 0 }] });
  });

  it("tells of each word whether an engine has fetched it as it is", async () => {
    const fetched = async () => (await entries()).map((each) => each.reflection?.fetched);
    expect(await fetched()).toEqual([false, false, false]);
    await program.get(url());
    expect(await fetched()).toEqual([true, true, true]);
    await change(0, { weight: 3 });
    expect(await fetched()).toEqual([false, true, true]);
    const own = await aWorkspace(api, { organizationId });
    const other = await aWorkspace(api, { organizationId });
    await admin.patch(`${DICTIONARIES}/${dictionaryId}`, { workspaceIds: [own] }, ANY);
    await program.get(url("aws", `&workspaceId=${other}`));
    expect(await fetched()).toEqual([false, false, false]);
    await program.get(url("aws", `&workspaceId=${own}`));
    expect(await fetched()).toEqual([true, true, true]);
  });

  it("counts the transcripts that were made with a word, from its revision on", async () => {
    await aContract(api.db, { organizationId, ...april });
    const report = (vocabularyRevision: number | null, count: number) =>
      program.post("/api/v1/usage-events", {
        events: Array.from({ length: count }, (_, n) => ({
          eventId: `reflect-${organizationId}-${vocabularyRevision}-${n}`,
          organizationId,
          occurredAt: NOON,
          seconds: 60,
          vocabularyRevision,
        })),
      });
    await report(2, 2);
    await change(0, { weight: 3 });
    await report(3, 5);
    await report(null, 1);
    // The same events again change nothing.
    await report(3, 5);
    const [changed, unchanged] = await entries();
    expect(changed?.reflection).toMatchObject({ revision: 3, transcriptCount: 5 });
    expect(unchanged?.reflection).toMatchObject({ revision: 2, transcriptCount: 7 });
    const disabled = { surface: "未使用", reading: "みしよう", enabled: false };
    await admin.post(entriesUrl(dictionaryId), disabled, ANY);
    expect((await entries()).at(-1)?.reflection).toBeNull();
    expect((await admin.get(entriesUrl(dictionaryId))).text).not.toContain("reflection");

    const future = await report(4, 1);
    expect(future.body).toMatchObject({ results: [{ result: "rejected", reason: "VOCABULARY" }] });
  });

  it("takes an event that says another revision for another one", async () => {
    await aContract(api.db, { organizationId, ...april });
    const send = (vocabularyRevision: number) =>
      program.post("/api/v1/usage-events", {
        events: [
          {
            eventId: `once-${organizationId}`,
            organizationId,
            occurredAt: NOON,
            seconds: 60,
            vocabularyRevision,
          },
        ],
      });
    expect((await send(1)).body).toMatchObject({ results: [{ result: "recorded" }] });
    expect((await send(1)).body).toMatchObject({ results: [{ result: "duplicate" }] });
    expect((await send(2)).body).toMatchObject({ results: [{ result: "conflict" }] });
  });
});
