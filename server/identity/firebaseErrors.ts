import { type ClientRequest, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import type { CallResult } from "../metrics/counted.ts";
import {
  EmailExistsError,
  IdentityUnavailableError,
  InvalidEmailError,
  ProviderRefusedError,
  TokenInvalidError,
  UserIdExistsError,
  UserNotFoundError,
} from "./identity.ts";

/** firebase-admin's codes, https://firebase.google.com/docs/auth/admin/errors */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

const unavailableCodes = new Set([
  "auth/configuration-not-found",
  "auth/insufficient-permission",
  "auth/internal-error",
  "auth/invalid-credential",
  "auth/operation-not-allowed",
  "auth/project-not-found",
  "auth/too-many-requests",
]);

const invalidTokenReasons: Record<string, TokenInvalidError["reason"]> = {
  "auth/argument-error": "malformed",
  "auth/invalid-id-token": "malformed",
  "auth/invalid-session-cookie": "malformed",
  "auth/id-token-expired": "expired",
  "auth/session-cookie-expired": "expired",
  "auth/id-token-revoked": "revoked",
  "auth/session-cookie-revoked": "revoked",
  "auth/user-not-found": "revoked",
  "auth/user-disabled": "disabled",
};

/** If Google's keys cannot be fetched, the error has the code of an invalid token. */
const keysNotFetched = /^Error (fetching|while making)/;

function unavailableError(error: unknown): IdentityUnavailableError | undefined {
  const code = codeOf(error);
  const away =
    code.startsWith("app/") ||
    unavailableCodes.has(code) ||
    (error instanceof Error && keysNotFetched.test(error.message));
  if (!away) return undefined;
  return new IdentityUnavailableError(`the identity service did not answer (${code})`, {
    cause: error,
  });
}

/** Whether a call that failed was answered with a refusal, or not answered by the service. */
export function callResult(error: unknown): CallResult {
  const away = error instanceof IdentityUnavailableError || unavailableError(error) !== undefined;
  return away ? "unavailable" : "refused";
}

export function tokenError(error: unknown): unknown {
  const away = unavailableError(error);
  if (away) return away;
  const reason = invalidTokenReasons[codeOf(error)];
  return reason ? new TokenInvalidError(reason) : error;
}

const PROVIDER_REFUSED = /^auth\/(invalid|missing)-/;

/** Whether the service does not know a provider; the code of a project without any is the same. */
export const isMissingProvider = (error: unknown) =>
  codeOf(error) === "auth/configuration-not-found";

export function providerError(error: unknown): unknown {
  if (codeOf(error) === "auth/invalid-credential") return unavailableError(error);
  return PROVIDER_REFUSED.test(codeOf(error))
    ? new ProviderRefusedError("the identity service rejects the provider", { cause: error })
    : (unavailableError(error) ?? error);
}

export function userError(error: unknown): unknown {
  switch (codeOf(error)) {
    case "auth/email-already-exists":
      return new EmailExistsError("the e-mail address belongs to another user");
    case "auth/uid-already-exists":
      return new UserIdExistsError("the user id is taken");
    case "auth/email-not-found":
    case "auth/user-not-found":
      return new UserNotFoundError("no such user at the identity service");
    case "auth/invalid-email":
      return new InvalidEmailError("the identity service rejects the e-mail address");
    default:
      return unavailableError(error) ?? error;
  }
}

/** A sign-in makes two calls and must report within 10 s that the service is unavailable. */
export const CALL_LIMIT_MS = 4_000;

export async function answeredInTime<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new IdentityUnavailableError("the identity service did not answer in time"));
    }, CALL_LIMIT_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes connections that answer late, without a retry, which could undo newer changes. */
export function limitedAgent({ secure }: { secure: boolean }): HttpAgent {
  return secure
    ? new LimitedHttpsAgent({ keepAlive: true })
    : new LimitedAgent({ keepAlive: true });
}

const limits = new WeakMap<Duplex, NodeJS.Timeout>();

function startLimit(socket: Duplex): void {
  const cutOff = () => socket.destroy(new Error("no answer in time"));
  limits.set(socket, setTimeout(cutOff, CALL_LIMIT_MS));
}

function endLimit(socket: Duplex): void {
  clearTimeout(limits.get(socket));
}

function limited(Base: typeof HttpAgent) {
  return class extends Base {
    override createConnection(...given: Parameters<HttpAgent["createConnection"]>) {
      const socket = super.createConnection(...given);
      if (socket) {
        startLimit(socket);
        socket.once("close", () => endLimit(socket));
      }
      return socket;
    }

    override keepSocketAlive(socket: Duplex) {
      endLimit(socket);
      return super.keepSocketAlive(socket);
    }

    override reuseSocket(socket: Duplex, request: ClientRequest) {
      startLimit(socket);
      super.reuseSocket(socket, request);
    }
  };
}

const LimitedAgent = limited(HttpAgent);
const LimitedHttpsAgent = limited(HttpsAgent);
