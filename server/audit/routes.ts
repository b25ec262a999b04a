import { auditEndpoints, ownAuditEndpoints } from "../../domain/api/audit.ts";
import type { AreaRoutes } from "../context.ts";
import { implement } from "../implement.ts";
import { exportAuditEvents, listAuditEvents } from "./service/readAudit.ts";
import { listSeals } from "./service/seals.ts";

export const auditRoutes: AreaRoutes = (app, deps) =>
  implement(app, auditEndpoints, {
    "GET /audit-events": ({ query }) => listAuditEvents(deps, null, query),
    "GET /audit-events/export": ({ query }) => exportAuditEvents(deps, null, query),
    "GET /audit-seals": ({ query }) => listSeals(deps.db, query),
  });

export const ownAuditRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownAuditEndpoints, {
    "GET /audit-events": ({ member, query }) => listAuditEvents(deps, member, query),
    "GET /audit-events/export": ({ member, query }) => exportAuditEvents(deps, member, query),
    "GET /audit-seals": ({ member: { organizationId }, query }) =>
      listSeals(deps.db, { ...query, organizationId }),
  });
