import { errors } from "../i18n/ja/errors.ts";

/** What an operation on a resource was, where the catalogue has a message of its own for it. */
export interface Operation {
  resource: string;
  kind: "create" | "update" | "delete";
  /** What was sent. */
  data?: unknown;
}

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const FINISHED = /[。｡．.!！?？]$/u;
const IDENTIFIER = /^[a-z][a-zA-Z0-9]*[A-Z][a-zA-Z0-9]*$/;
const NETWORK_CODES = ["ERR_NETWORK", "auth/network-request-failed"];

/**
 * What a person reads when something failed: the resolution order of spec 8, in this one place.
 * `error` is whatever was thrown; answers of the API carry `status` and the parsed `body`.
 */
export function messageFor(error: unknown, operation?: Operation): string {
  return (
    specificMessage(error, operation) ??
    (isNetworkFailure(error) ? errors.network : undefined) ??
    sentence(property(property(error, "body"), "message")) ??
    statusMessage(property(error, "status")) ??
    ownSentence(error) ??
    errors.generic
  );
}

/** Whether no answer came at all: no response, ERR_NETWORK, or the text "network error". */
export function isNetworkFailure(error: unknown): boolean {
  if (typeof property(error, "status") === "number") return false;
  const code = property(error, "code");
  if (typeof code === "string" && NETWORK_CODES.includes(code)) return true;
  const message = typeof error === "string" ? error : property(error, "message");
  return typeof message === "string" && /network error/i.test(message);
}

type Specific = (status: unknown, data: unknown) => string | undefined;

const specificMessages: Record<string, Record<Operation["kind"], Specific>> = {
  contracts: {
    create: (status, data) => {
      if (status !== 409) return undefined;
      return property(data, "organizationId")
        ? errors.contracts.periodOverlaps
        : errors.contracts.emailExists;
    },
    update: (status) => (status === 409 ? errors.contracts.periodOverlaps : undefined),
    delete: () => errors.contracts.deleteFailed,
  },
};

function specificMessage(error: unknown, operation: Operation | undefined): string | undefined {
  // The same request is still being worked on: a 409 that is neither a duplicate nor an overlap.
  if (!operation || property(property(error, "body"), "code") === "REQUEST_IN_PROGRESS") {
    return undefined;
  }
  const ofResource = specificMessages[operation.resource];
  return ofResource?.[operation.kind](property(error, "status"), operation.data);
}

/** A message as a finished sentence, or nothing where it is none that a person should read. */
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

/** Errors thrown in the browser speak Japanese only where they are meant to be read. */
function ownSentence(error: unknown): string | undefined {
  if (property(error, "status") !== undefined) return undefined;
  const message = typeof error === "string" ? error : property(error, "message");
  return typeof message === "string" && JAPANESE.test(message) ? sentence(message) : undefined;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
