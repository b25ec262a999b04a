import type { dictionaryEndpoints } from "../../domain/api/dictionaries.ts";
import type { lockEndpoints } from "../../domain/api/locks.ts";
import { type Dictionary, dictionary, ownDictionaryLock } from "../../domain/dictionaries.ts";
import type { DictionaryCategory } from "../../domain/dictionaryRules.ts";
import { textColumns } from "../../server/modules/dictionaries/queries/dictionaries.ts";
import { giveLock } from "../../server/modules/locks/queries/locks.ts";
import { newLockToken } from "../../server/plugins/lockToken.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";
import type { RouteRow, SendAs, WalkWorld } from "./routeRow.ts";

export const DICTIONARIES = "/api/v1/dictionaries";

export interface DictionaryWish {
  organizationId: number;
  category?: DictionaryCategory;
  dictionaryName?: string;
  description?: string;
  createdAt?: string;
}

let made = 0;

/** A name that no other dictionary of the run has. */
export function newName(): string {
  made += 1;
  return `用語${made}`;
}

/** A dictionary in the database, unlocked; gives its id. */
export async function aDictionary(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  wish: DictionaryWish,
): Promise<number> {
  const at = wish.createdAt ? new Date(wish.createdAt) : clock.now();
  const { dictionary_id } = await db
    .insertInto("dictionaries")
    .values({
      organization_id: wish.organizationId,
      category: wish.category ?? "業務辞書",
      ...textColumns({
        dictionary_name: wish.dictionaryName ?? newName(),
        description: wish.description ?? "",
      }),
      created_at: at,
      updated_at: at,
    })
    .returning("dictionary_id")
    .executeTakeFirstOrThrow();
  return dictionary_id;
}

/** Locks a dictionary for a user as the API would, whoever has it; gives the token. */
export async function lockFor(
  { db }: Pick<TestApi, "db">,
  held: { organizationId: number; dictionaryId: number; userId: string; leaseSeconds?: number },
): Promise<string> {
  const { token, hash } = newLockToken();
  const { userId, leaseSeconds = 300 } = held;
  await db
    .transaction()
    .execute((trx) => giveLock(trx, held, { userId, token: hash, leaseSeconds }));
  return token;
}

/** The dictionary in an answer, which has to be one. */
export function dictionaryOf({ body }: Pick<Answer, "body">): Dictionary {
  return dictionary.parse(body);
}

/** The names on a page of dictionaries, in their order. */
export function dictionaryNamesOf({ body }: Pick<Answer, "body">): string[] {
  return dictionary
    .array()
    .parse(Reflect.get(Object(body), "content"))
    .map(({ dictionaryName }) => dictionaryName);
}

/** The token in an answer to POST …/lock, which has to be one. */
export function tokenOf({ body }: Pick<Answer, "body">): string {
  return ownDictionaryLock.parse(body).lockToken;
}

const members = ["organizationAdmin", "dictionaryAdmin", "staff"] as const;
const writers = ["organizationAdmin", "dictionaryAdmin"] as const;
const UNKNOWN_ID = 999_999_999;
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

const ofForeignDictionary =
  (below = "", body?: unknown) =>
  ({ foreign }: WalkWorld) => ({
    foreign: { url: `${DICTIONARIES}/${foreign.dictionaryId}${below}`, body },
    unknown: { url: `${DICTIONARIES}/${UNKNOWN_ID}${below}`, body },
  });

const rename = { description: "変更" };

/** The rows of dictionaries and their locks for the walk over all routes. */
export const dictionaryRows: Readonly<
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
    elsewhere: ofForeignDictionary("/lock"),
  },
};
