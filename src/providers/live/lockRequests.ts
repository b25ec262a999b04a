import type { Identifier } from "react-admin";
import type { EditRequestState } from "../../../domain/dictionaries/schemas.ts";
import { heldLock, type Lock, type LockedResource, ofHeartbeat } from "../data/locks.ts";
import type { ConsoleApi } from "../dataProvider.ts";
import { isDecided } from "../problems/answerStatus.ts";
import { createStore } from "../store.ts";
import { createLease, type Lease } from "./lease.ts";
import type { Asking } from "./lockState.ts";

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
          ...ofHeartbeat(proof),
          ...(signal ? { signal } : {}),
        }),
      ),
  };
}

const NOT_ASKING: Asking = { state: "none" };

interface LockRequestTarget {
  provider: () => RequestCalls;
  resource: LockedResource;
  id: Identifier;
  onGranted: (lock: Lock) => void;
  /** It was refused, has expired, or was made again in another tab. */
  onEnded: () => void;
}

/** The request of one tab for a lock that another person holds; kept alive while it waits. */
export function createLockRequest(target: LockRequestTarget) {
  const { provider, resource, id, onGranted, onEnded } = target;
  const { get, set: become, subscribe } = createStore<Asking>(NOT_ASKING);
  let waiting: Lease | undefined;

  const end = (next: Asking = NOT_ASKING) => {
    waiting?.stop();
    waiting = undefined;
    if (get() !== next) become(next);
  };

  const hear = ({ state, request, lock, refusal }: EditRequestState) => {
    if (state === "WAITING") {
      return become({ state: "waiting", handOverAt: request?.handOverAt ?? null });
    }
    const granted = lock && heldLock(lock);
    if (granted) return onGranted(granted);
    end(
      refusal
        ? { state: "refused", by: refusal.refusedByName, reason: refusal.reason }
        : { state: "ended" },
    );
    onEnded();
  };

  return {
    asking: { get, subscribe },
    become,
    end,

    /** Brings the heartbeat forward, which tells what became of the request. */
    beat: () => waiting?.beat(),

    /** Confirms what became of a request that no longer waits. */
    forgetAnswer: () => {
      if (!waiting) end();
    },

    ask: async (message: string): Promise<void> => {
      const answer = await provider().requestLock(resource, id, message);
      waiting?.stop();
      waiting = createLease((answer.waitSeconds ?? 0) * 1_000, {
        extend: (signal) => provider().checkRequest(resource, id, signal),
        isDecided,
        onExtended: hear,
        onLost: () => {
          end({ state: "ended" });
          onEnded();
        },
      });
      hear(answer);
    },
  };
}
