import {
  dictionaryLock,
  lockReleaseQuery,
  lockRequest,
  ownDictionaryLock,
} from "../dictionaries/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, noFields } from "./parameters.ts";

export const lockEndpoints = {
  "GET /dictionaries/{id}/lock": {
    area: "staff",
    access: "dictionary.read",
    operationId: "getLock",
    summary: "Tells who holds the lock of a dictionary",
    description: "All fields but the id are null while it is free.",
    params: idParams,
    answers: { 200: dictionaryLock },
  },
  "POST /dictionaries/{id}/lock": {
    area: "staff",
    access: "dictionary.write",
    operationId: "takeLock",
    audit: { none: "A lock is held for minutes; what is written under it is logged." },
    summary: "Takes the lock of a dictionary",
    description:
      "`takeOver` moves the own lock from another tab to this one. The answer's `lockToken` goes with every write as X-Lock-Token.",
    params: idParams,
    body: lockRequest,
    answers: { 200: ownDictionaryLock },
    idempotencyKey: false,
    problems: ["LOCKED"],
  },
  "PUT /dictionaries/{id}/lock": {
    area: "staff",
    access: "dictionary.write",
    operationId: "extendLock",
    audit: { none: "A heartbeat changes nothing." },
    summary: "Extends the lease of the own lock",
    params: idParams,
    body: noFields,
    answers: { 200: dictionaryLock },
    lockToken: true,
    problems: ["PRECONDITION_REQUIRED"],
  },
  "DELETE /dictionaries/{id}/lock": {
    area: "staff",
    access: "dictionary.write",
    operationId: "releaseLock",
    audit: "編集ロックを強制解除",
    summary: "Releases the own lock, or breaks that of another user",
    description: "With `force` an organization admin breaks the lock, for a reason.",
    params: idParams,
    query: lockReleaseQuery,
    answers: { 204: null },
    lockToken: true,
    problems: ["PRECONDITION_REQUIRED", "VALIDATION_FAILED"],
  },
} satisfies Endpoints<"staff">;
