import type { FastifyRequest } from "fastify";
import { closingEndpoints, ownClosingEndpoints } from "../../../domain/api/closings.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { implement } from "../../implement.ts";
import { askedOrganization } from "../serviceKeys/service/serviceCredential.ts";
import {
  closeMonth,
  exportStatement,
  listClosings,
  listMonthContracts,
  listOwnClosings,
  type Reader,
  readMonthSummary,
  readStatement,
} from "./service/readClosings.ts";

const asked = (
  { id, month }: { id: number; month: string },
  { version }: { version?: number | undefined },
) => ({ contractId: id, month, version });

/** A service key reads the statements of its organizations, a member those of the own one. */
function readerOf(request: FastifyRequest): Reader {
  return request.service ?? { organizationId: member(request).organizationId };
}

export const closingRoutes: AreaRoutes = (app, deps) =>
  implement(app, closingEndpoints, {
    "GET /closings": ({ query: { page, size, sort, ...filters } }) =>
      listClosings(deps, { page, size, sort }, filters),
    "GET /closings/contracts": ({ query: { page, size, sort, ...filters } }) =>
      listMonthContracts(deps, { page, size, sort }, filters),
    "GET /closings/summary": ({ query }) => readMonthSummary(deps, query.month),
    "POST /closings": ({ transact, user, body }) => closeMonth({ ...deps, transact }, user, body),
    "GET /contracts/{id}/statements/{month}": ({ params, query }) =>
      readStatement(deps, asked(params, query), "all"),
    "GET /contracts/{id}/statements/{month}/export": ({ params, query }) =>
      exportStatement(deps, asked(params, query), "all"),
  });

export const ownClosingRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownClosingEndpoints, {
    "GET /closings": ({ request, query: { page, size, sort, ...filters } }) => {
      const organizationId = askedOrganization(request, filters.organizationId);
      return listOwnClosings(deps, { page, size, sort }, { ...filters, organizationId });
    },
    "GET /contracts/{id}/statements/{month}": ({ request, params, query }) =>
      readStatement(deps, asked(params, query), readerOf(request)),
    "GET /contracts/{id}/statements/{month}/export": ({ request, params, query }) =>
      exportStatement(deps, asked(params, query), readerOf(request)),
  });
