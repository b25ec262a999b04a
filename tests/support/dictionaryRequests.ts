import type { DictionaryCategory } from "../../domain/dictionaries/rules.ts";
import {
  type Dictionary,
  dictionary,
  ownDictionaryLock,
} from "../../domain/dictionaries/schemas.ts";
import { textColumns } from "../../server/modules/dictionaries/queries/dictionaries.ts";
import { giveLock } from "../../server/modules/locks/queries/locks.ts";
import { deleteRequest, putRequest } from "../../server/modules/locks/queries/requests.ts";
import { newLockToken } from "../../server/plugins/preconditions.ts";
import type { TestApi } from "./api.ts";
import type { Answer } from "./apiClient.ts";

export const DICTIONARIES = "/api/v1/dictionaries";

export interface DictionaryInput {
  organizationId: number;
  category?: DictionaryCategory;
  dictionaryName?: string;
  description?: string;
  createdAt?: string;
}

let made = 0;

/** A name that no other dictionary of the run uses. */
export function newName(): string {
  made += 1;
  return `用語${made}`;
}

/** Inserts an unlocked dictionary; returns its id. */
export async function aDictionary(
  { db, clock }: Pick<TestApi, "db" | "clock">,
  input: DictionaryInput,
): Promise<number> {
  const at = input.createdAt ? new Date(input.createdAt) : clock.now();
  const { dictionary_id } = await db
    .insertInto("dictionaries")
    .values({
      organization_id: input.organizationId,
      category: input.category ?? "業務辞書",
      ...textColumns({
        dictionary_name: input.dictionaryName ?? newName(),
        description: input.description ?? "",
      }),
      created_at: at,
      updated_at: at,
    })
    .returning("dictionary_id")
    .executeTakeFirstOrThrow();
  return dictionary_id;
}

/** Locks a dictionary for a user, even if another holds it; returns the token. */
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

/** Asks for the lock of a dictionary, even if another waits; returns the token. */
export async function requestFor(
  { db }: Pick<TestApi, "db">,
  asked: { organizationId: number; dictionaryId: number; userId: string; seconds?: number },
): Promise<string> {
  const { token, hash } = newLockToken();
  const { userId, seconds = 120 } = asked;
  await db.transaction().execute(async (trx) => {
    await deleteRequest(trx, asked);
    await putRequest(trx, asked, { userId, token: hash, message: "", seconds });
  });
  return token;
}

/** The dictionary in an answer; throws if it is none. */
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

/** The token in an answer to POST …/lock; throws if it is none. */
export function tokenOf({ body }: Pick<Answer, "body">): string {
  return ownDictionaryLock.parse(body).lockToken;
}
