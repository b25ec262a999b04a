import { noticeEndpoints } from "../../../domain/api/notices.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { changeNotice, createNotice, listNotices, readNotice, removeNotice } from "./service.ts";

/** Staff area: what an organization tells its members. */
export const noticeRoutes: AreaRoutes = (app, deps) =>
  implement(app, noticeEndpoints, {
    "GET /notices": ({ member, query }) => listNotices(deps, member.organizationId, query),
    "POST /notices": ({ transact, member, body }) =>
      createNotice({ ...deps, transact }, member.organizationId, body),
    "GET /notices/{id}": ({ member: { organizationId }, params }) =>
      readNotice(deps, { organizationId, noticeId: params.id }),
    "PATCH /notices/{id}": ({ member: { organizationId }, params, ifMatch, body }) =>
      changeNotice(deps, { organizationId, noticeId: params.id, ifMatch }, body),
    "DELETE /notices/{id}": ({ member: { organizationId }, params, ifMatch }) =>
      removeNotice(deps, { organizationId, noticeId: params.id, ifMatch }),
  });
