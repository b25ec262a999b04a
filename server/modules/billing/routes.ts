import { billingEndpoints } from "../../../domain/api/billing.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { previewBillingFile, writeBillingFile } from "./service/files.ts";
import { readPartner, readSettings, setPartner, setSettings } from "./service/mapping.ts";

export const billingRoutes: AreaRoutes = (app, deps) =>
  implement(app, billingEndpoints, {
    "GET /billing-files": ({ transact, user, query, request }) =>
      writeBillingFile({ ...deps, transact }, user, query, request.method === "HEAD"),
    "GET /billing-files/preview": ({ query }) => previewBillingFile(deps, query),
    "GET /billing-settings": () => readSettings(deps.db),
    "PUT /billing-settings": ({ transact, ifMatch, body }) =>
      setSettings({ ...deps, transact }, ifMatch, body),
    "GET /billing-partners/{id}": ({ params }) => readPartner(deps.db, params.id),
    "PUT /billing-partners/{id}": ({ transact, params, ifMatch, body }) =>
      setPartner({ ...deps, transact }, { organizationId: params.id, ifMatch }, body),
  });
