import type { Identifier } from "react-admin";
import type { EditRequestState } from "../../../domain/dictionaries/schemas.ts";
import type { LockedResource } from "../data/locks.ts";
import type { ConsoleApi } from "../dataProvider.ts";

/**
 * A tab that asks for a lock keeps the token of its request like that of a lock, which it becomes:
 * `unlock` withdraws the request, or releases the lock if it has come.
 */
export interface RequestCalls {
  requestLock(resource: LockedResource, id: Identifier, message: string): Promise<EditRequestState>;
  /** The heartbeat of a request, which tells what became of it. */
  checkRequest(
    resource: LockedResource,
    id: Identifier,
    signal?: AbortSignal,
  ): Promise<EditRequestState>;
}

export function requestCalls({
  api,
  keepToken,
  withLock,
}: Pick<ConsoleApi, "api" | "keepToken" | "withLock">): RequestCalls {
  return {
    requestLock: async (resource, id, message) => {
      const body = message ? { message } : {};
      const { lockToken, ...asked } = await api(`POST /${resource}/{id}/lock/request`, {
        id,
        body,
      });
      await keepToken(resource, id, lockToken);
      return asked;
    },
    checkRequest: (resource, id, signal) =>
      withLock(resource, id, (proof) =>
        api(`PUT /${resource}/{id}/lock/request`, {
          id,
          body: {},
          unasked: true,
          ...proof,
          ...(signal ? { signal } : {}),
        }),
      ),
  };
}
