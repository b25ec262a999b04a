import { candidateEndpoints } from "../../../domain/api/candidates.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { disconnectSignal } from "../../plugins/uploads.ts";
import { findCandidates, ignoreCandidates } from "./service.ts";

export const candidateRoutes: AreaRoutes = (app, deps) =>
  implement(app, candidateEndpoints, {
    "POST /candidates": ({ member, body, reply }) =>
      findCandidates(deps, member, { ...body, signal: disconnectSignal(reply) }),
    "POST /candidates/ignored": ({ member, body, transact }) =>
      transact((trx) => ignoreCandidates({ ...deps, db: trx }, member, body)),
  });
