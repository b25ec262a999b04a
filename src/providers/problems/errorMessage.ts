import { errors } from "../../i18n/ja/errors.ts";
import { identityMessage, isWrongCredential, relayedSentence } from "./identityError.ts";

/** An operation that may have its own messages in the error catalogue. */
export interface Operation {
  resource: string;
  kind: "create" | "update" | "delete";
  data?: unknown;
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const FINISHED = /[。｡．.!！?？]$/u;
const IDENTIFIER = /^[a-z][a-zA-Z0-9]*[A-Z][a-zA-Z0-9]*$/;
const NETWORK_CODES = ["ERR_NETWORK", "auth/network-request-failed", "auth/timeout"];

/**
 * The message for an error, in the order of docs/product/texts.md#error-messages. `error` is
 * whatever was thrown: errors of the API have `status` and the parsed `body`, errors of the
 * identity service a `code`.
 */
export function messageFor(error: unknown, operation?: Operation): string {
  const messages = operation && operationMessages[operation.resource]?.[operation.kind];
  return (
    messages?.first?.(error, operation?.data) ??
    relayedSentence(error) ??
    (isNetworkError(error) ? errors.network : undefined) ??
    sentence(property(property(error, "body"), "message")) ??
    identityMessage(error) ??
    statusMessage(property(error, "status")) ??
    ownSentence(error) ??
    messages?.last ??
    errors.generic
  );
}

/** The field that an operation's own message is about, if it is about one. */
export function fieldFor(error: unknown, { resource, kind, data }: Operation): string | undefined {
  return operationMessages[resource]?.[kind]?.field?.(error, data);
}

/** Whether there was no answer: no response, ERR_NETWORK, or the text "network error". */
export function isNetworkError(error: unknown): boolean {
  if (typeof property(error, "status") === "number") return false;
  const code = property(error, "code");
  if (typeof code === "string" && NETWORK_CODES.includes(code)) return true;
  const message = typeof error === "string" ? error : property(error, "message");
  return typeof message === "string" && /network error/i.test(message);
}

interface OperationMessages {
  /** Takes precedence over all other messages. */
  first?: (error: unknown, data: unknown) => string | undefined;
  field?: (error: unknown, data: unknown) => string | undefined;
  last?: string;
}

const dictionaryWrite: OperationMessages = {
  first: (error) => (isForbidden(error) ? errors.forbidden : undefined),
  field: (error) => (isDuplicate(error) ? "dictionaryName" : undefined),
};
const workspaceWrite: OperationMessages = {
  field: (error) => (isDuplicate(error) ? "workspaceName" : undefined),
};

const operationMessages: Record<string, Partial<Record<Operation["kind"], OperationMessages>>> = {
  contracts: {
    create: {
      first: (error, data) => {
        if (!isDuplicate(error)) return undefined;
        const { periodOverlaps, emailExists } = errors.contracts;
        return property(data, "organizationId") ? periodOverlaps : emailExists;
      },
      field: (error, data) =>
        isDuplicate(error) && !property(data, "organizationId") ? "adminEmail" : undefined,
    },
    update: {
      first: (error) => (isDuplicate(error) ? errors.contracts.periodOverlaps : undefined),
    },
    delete: { first: (error) => errors.contracts.deleteFailed + causeOf(error) },
  },
  users: { create: { field: (error) => (isDuplicate(error) ? "email" : undefined) } },
  dictionaries: { create: dictionaryWrite, update: dictionaryWrite },
  workspaces: { create: workspaceWrite, update: workspaceWrite },
  password: {
    update: {
      first: (error) => (isWrongCredential(error) ? errors.currentPassword : undefined),
      last: errors.passwordUpdateFailed,
    },
  },
};

/** The cause that the server named, or that it was not reached; empty if neither is known. */
function causeOf(error: unknown): string {
  if (isNetworkError(error)) return errors.network;
  return sentence(property(property(error, "body"), "message")) ?? "";
}

/** Whether the right is missing: shown as a permission problem, not as an error. */
export function isForbidden(error: unknown): boolean {
  return property(error, "status") === 403;
}

function isDuplicate(error: unknown): boolean {
  const code = property(property(error, "body"), "code");
  // Of the 409s only this one is about the request, not about another record.
  return property(error, "status") === 409 && code !== "OTHER_RELEASE";
}

/** The message as a finished sentence; undefined if it is not meant for people. */
function sentence(message: unknown): string | undefined {
  if (typeof message !== "string") return undefined;
  const text = message.trim();
  if (text === "" || IDENTIFIER.test(text)) return undefined;
  return JAPANESE.test(text) && !FINISHED.test(text) ? `${text}。` : text;
}

function statusMessage(status: unknown): string | undefined {
  const messages: Record<string, string> = errors.status;
  return Object.hasOwn(messages, String(status)) ? messages[String(status)] : undefined;
}

/** Errors of our own code are in Japanese only if they are meant for people. */
function ownSentence(error: unknown): string | undefined {
  if (property(error, "status") !== undefined) return undefined;
  const message = typeof error === "string" ? error : property(error, "message");
  return typeof message === "string" && JAPANESE.test(message) ? sentence(message) : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
