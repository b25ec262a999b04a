import type { Identifier } from "react-admin";
import type { ApiAnswer, ApiKey, ApiRequest } from "../providers/data/api.ts";
import type { LockedResource } from "../providers/data/locks.ts";
import type { ConsoleApi } from "../providers/dataProvider.ts";
import { createSubmissions } from "./submissions.ts";

export interface WriterOptions {
  /** The record whose lock in this tab proves that it may write. */
  lock?: { resource: LockedResource; id: Identifier } | undefined;
  signal?: AbortSignal;
}

/** Sends the same write again until its result is known, as one submission (submissions.ts). */
export type Writer<Key extends ApiKey> = (
  request: ApiRequest<Key>,
  options?: WriterOptions,
) => Promise<ApiAnswer<Key>>;

/** Writes to one endpoint. Screens use it through `useWrite`. */
export function createWriter<Key extends ApiKey>(
  api: Pick<ConsoleApi, "write" | "withLock">,
  key: Key,
): Writer<Key> {
  const submit = createSubmissions<ApiAnswer<Key>>();
  const isCreation = key.startsWith("POST ");
  return (request, { lock, ...extras } = {}) =>
    submit(JSON.stringify(request), (idempotencyKey) => {
      const send = (proof: { lockToken?: string } = {}) =>
        api.write(key, request, {
          ...extras,
          ...proof,
          ...(isCreation ? { idempotencyKey } : {}),
        });
      return lock ? api.withLock(lock.resource, lock.id, send) : send();
    });
}
