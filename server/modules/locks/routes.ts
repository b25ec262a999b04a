import { lockEndpoints } from "../../../domain/api/dictionaries.ts";
import { fieldSentences } from "../../../domain/problems/sentences.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { badQuery } from "../../problem.ts";
import { breakLock, releaseLock } from "./service/endLock.ts";
import {
  extendLockRequest,
  handOverLock,
  refuseLockRequest,
  requestLock,
} from "./service/requestLock.ts";
import { extendLock, readLock, takeLock } from "./service/takeLock.ts";
import { writeOf } from "./service/writeGuard.ts";

export const lockRoutes: AreaRoutes = (app, deps) =>
  implement(app, lockEndpoints, {
    "GET /dictionaries/{id}/lock": ({ member: { organizationId }, params }) =>
      readLock(deps, { organizationId, dictionaryId: params.id }),
    "POST /dictionaries/{id}/lock": (call) => takeLock(deps, writeOf(call), call.body),
    "PUT /dictionaries/{id}/lock": (call) => extendLock(deps, writeOf(call)),
    "DELETE /dictionaries/{id}/lock": async (call) => {
      const { member, params, query } = call;
      if (query.force === "true") {
        await breakLock(deps, member, { dictionaryId: params.id, reason: query.reason });
      } else if (query.reason !== undefined) {
        throw badQuery({ reason: fieldSentences.notAllowed });
      } else {
        await releaseLock(deps, writeOf(call));
      }
    },
    "POST /dictionaries/{id}/lock/request": (call) => requestLock(deps, writeOf(call), call.body),
    "PUT /dictionaries/{id}/lock/request": (call) => extendLockRequest(deps, writeOf(call)),
    "POST /dictionaries/{id}/lock/handover": (call) => handOverLock(deps, writeOf(call), call.body),
    "POST /dictionaries/{id}/lock/refusal": (call) =>
      refuseLockRequest(deps, writeOf(call), call.body),
  });
