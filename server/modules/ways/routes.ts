import { ownWaysEndpoints, waysEndpoints } from "../../../domain/api/ways.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { notFound } from "../../problem.ts";
import { changeWays, offerWays, readWays } from "./service/changeWays.ts";
import { readProvider, setProvider } from "./service/provider.ts";
import {
  checkDomain,
  createLink,
  finishSetUp,
  noteTest,
  openSetUp,
  setUpDomain,
  setUpProvider,
  setUpTest,
  withdrawLink,
} from "./service/setUpLink.ts";

export const waysRoutes: AreaRoutes = (app, deps) =>
  implement(app, waysEndpoints, {
    "GET /organizations/{id}/ways": ({ params }) => readWays(deps.db, params.id),
    "PUT /organizations/{id}/ways": ({ params, ifMatch, body }) =>
      changeWays(deps, { organizationId: params.id, ifMatch }, body),
    "GET /organizations/{id}/ways/provider": ({ params }) => readProvider(deps, params.id),
    "PUT /organizations/{id}/ways/provider": ({ params, ifMatch, body }) =>
      setProvider(deps, { organizationId: params.id, ifMatch }, body),
    "POST /organizations/{id}/ways/test": ({ params, body }) =>
      noteTest(deps, { organizationId: params.id, ifMatch: undefined }, body.idToken),
    "POST /organizations/{id}/ways/domains/check": ({ params, body }) =>
      checkDomain(deps, { organizationId: params.id, ifMatch: undefined }, body.name),
    "POST /organizations/{id}/ways/set-up-link": ({ params, user, transact }) =>
      createLink({ ...deps, transact }, params.id, user.userId),
    "DELETE /organizations/{id}/ways/set-up-link": ({ params }) => withdrawLink(deps, params.id),
    "POST /sign-in/ways": ({ body }) => offerWays(deps, body.email),
  });

export const ownWaysRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownWaysEndpoints, {
    "GET /organizations/{id}/ways": async ({ params, member }) => {
      if (params.id !== member.organizationId) throw notFound();
      return readWays(deps.db, params.id);
    },
    "POST /sign-in/ways": ({ body }) => offerWays(deps, body.email),
    "POST /set-up/open": ({ body }) => openSetUp(deps, body.token),
    "POST /set-up/provider": ({ body }) => setUpProvider(deps, body.token, body.provider),
    "POST /set-up/test": ({ body }) => setUpTest(deps, body.token, body.idToken),
    "POST /set-up/domains/check": ({ body }) => setUpDomain(deps, body.token, body.name),
    "POST /set-up/finish": ({ body }) => finishSetUp(deps, body.token),
  });
