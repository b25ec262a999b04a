import type { dictionaryEndpoints, lockEndpoints } from "../../../domain/api/dictionaries.ts";
import { aDictionary, DICTIONARIES, lockFor, newName, requestFor } from "../dictionaryRequests.ts";
import { withToken } from "../lockScene.ts";
import { members, type RouteRow, type SendAs, UNKNOWN_ID, type WalkWorld } from "../routeRow.ts";
import { aWorkspace } from "../workspaceRequests.ts";

const writers = ["organizationAdmin", "dictionaryAdmin"] as const;
const ANY_VERSION = { "if-match": "*" };

const onDictionary =
  (below = "", { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) =>
  async ({ api, own }: WalkWorld) => {
    const dictionaryId = await aDictionary(api, own);
    return { url: `${DICTIONARIES}/${dictionaryId}${below}`, body, headers };
  };

/** A dictionary that the walker holds, with the token. */
const onHeldDictionary: SendAs = async ({ api, own, people }, role) => {
  const dictionaryId = await aDictionary(api, own);
  const { userId } = people[role];
  const token = await lockFor(api, { ...own, dictionaryId, userId });
  return { url: `${DICTIONARIES}/${dictionaryId}/lock`, headers: { "x-lock-token": token } };
};

/** A dictionary that another user holds, and the walker has asked for. */
const onRequestedDictionary: SendAs = async ({ api, own, people }, role) => {
  const dictionaryId = await aDictionary(api, own);
  const { userId } = role === "dictionaryAdmin" ? people.organizationAdmin : people.dictionaryAdmin;
  await lockFor(api, { ...own, dictionaryId, userId });
  const token = await requestFor(api, { ...own, dictionaryId, userId: people[role].userId });
  return { url: `${DICTIONARIES}/${dictionaryId}/lock/request`, headers: withToken(token) };
};

/** A dictionary that the walker holds, and another user has asked for. */
const onAwaitedDictionary =
  (below: string, answer: object): SendAs =>
  async ({ api, own, people }, role) => {
    const dictionaryId = await aDictionary(api, own);
    const token = await lockFor(api, { ...own, dictionaryId, userId: people[role].userId });
    const { userId } =
      role === "dictionaryAdmin" ? people.organizationAdmin : people.dictionaryAdmin;
    await requestFor(api, { ...own, dictionaryId, userId });
    const { request_id: requestId } = await api.db
      .selectFrom("dictionary_lock_requests")
      .select("request_id")
      .where("organization_id", "=", own.organizationId)
      .where("dictionary_id", "=", dictionaryId)
      .executeTakeFirstOrThrow();
    const url = `${DICTIONARIES}/${dictionaryId}/lock/${below}`;
    return { url, body: { requestId, ...answer }, headers: withToken(token) };
  };

const ofForeignDictionary =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${DICTIONARIES}/${foreign.dictionaryId}${below}`, body },
    unknown: { url: `${DICTIONARIES}/${UNKNOWN_ID}${below}`, body },
  });

const rename = { description: "変更" };

export const staffRows: Readonly<
  Record<keyof typeof dictionaryEndpoints | keyof typeof lockEndpoints, RouteRow>
> = {
  "GET /dictionaries": { may: members, send: () => ({ url: DICTIONARIES }) },
  "POST /dictionaries": {
    may: writers,
    send: () => ({
      url: DICTIONARIES,
      body: { category: "一般辞書", dictionaryName: newName() },
    }),
  },
  "POST /dictionaries/bulk": {
    may: writers,
    send: async ({ api, own }) => {
      const dictionaryId = await aDictionary(api, own);
      const workspaceId = await aWorkspace(api, own);
      const assigned = { dictionaryId, version: 1, workspaceIds: [workspaceId] };
      return { url: `${DICTIONARIES}/bulk`, body: { dictionaries: [assigned] } };
    },
    elsewhere: ({ foreign }) => {
      const of = (dictionaryId: number) => ({
        url: `${DICTIONARIES}/bulk`,
        body: { dictionaries: [{ dictionaryId, version: 1, workspaceIds: [] }] },
      });
      return { foreign: of(foreign.dictionaryId), unknown: of(UNKNOWN_ID) };
    },
  },
  "GET /dictionaries/{id}": {
    may: members,
    send: onDictionary(),
    elsewhere: ofForeignDictionary(),
  },
  "PATCH /dictionaries/{id}": {
    may: writers,
    send: onDictionary("", { body: rename, headers: ANY_VERSION }),
    elsewhere: ofForeignDictionary("", rename),
  },
  "DELETE /dictionaries/{id}": {
    may: writers,
    send: onDictionary("", { headers: ANY_VERSION }),
    elsewhere: ofForeignDictionary(),
  },
  "GET /dictionaries/{id}/lock": {
    may: members,
    send: onDictionary("/lock"),
    elsewhere: ofForeignDictionary("/lock"),
  },
  "POST /dictionaries/{id}/lock": {
    may: writers,
    send: onDictionary("/lock", { body: {} }),
    elsewhere: ofForeignDictionary("/lock", {}),
  },
  "PUT /dictionaries/{id}/lock": {
    may: writers,
    send: onHeldDictionary,
    elsewhere: ofForeignDictionary("/lock"),
  },
  "DELETE /dictionaries/{id}/lock": {
    may: writers,
    send: onHeldDictionary,
    logged: async (world) => {
      const { url } = await onHeldDictionary(world, "dictionaryAdmin");
      return { url: `${url}?force=true&reason=${encodeURIComponent("急ぎのため")}` };
    },
    elsewhere: ofForeignDictionary("/lock"),
  },
  "POST /dictionaries/{id}/lock/request": {
    may: writers,
    send: async (world, role) => {
      const { url } = await onRequestedDictionary(world, role);
      return { url, body: { message: "急ぎの修正のため" } };
    },
    logged: async ({ api, own, people }) => {
      const dictionaryId = await aDictionary(api, own);
      await lockFor(api, { ...own, dictionaryId, userId: people.dictionaryAdmin.userId });
      return { url: `${DICTIONARIES}/${dictionaryId}/lock/request`, body: {} };
    },
    elsewhere: ofForeignDictionary("/lock/request", {}),
  },
  "PUT /dictionaries/{id}/lock/request": {
    may: writers,
    send: onRequestedDictionary,
    elsewhere: ofForeignDictionary("/lock/request"),
  },
  "POST /dictionaries/{id}/lock/handover": {
    may: writers,
    send: onAwaitedDictionary("handover", { when: "NOW" }),
    elsewhere: ofForeignDictionary("/lock/handover", { requestId: 1, when: "NOW" }),
  },
  "POST /dictionaries/{id}/lock/refusal": {
    may: writers,
    send: onAwaitedDictionary("refusal", { reason: "作業中のため" }),
    elsewhere: ofForeignDictionary("/lock/refusal", { requestId: 1 }),
  },
};
