import { alertEndpoints, ownAlertEndpoints } from "../../../domain/api/alerts.ts";
import type { AreaRoutes, Member, SignedIn } from "../../context.ts";
import { implement } from "../../implement.ts";
import { chooseMails, readMailChoice } from "../../smtp/sendMail.ts";
import type { AlertViewer } from "./queries/alertList.ts";
import { listAlerts, markAlertRead, markAlerts } from "./service/readAlerts.ts";

const ofAll = ({ userId }: SignedIn): AlertViewer => ({ userId, scope: "all" });
const ofOwn = ({ userId, organizationId }: Member): AlertViewer => ({
  userId,
  scope: { organizationId },
});

export const alertRoutes: AreaRoutes = (app, deps) =>
  implement(app, alertEndpoints, {
    "GET /alerts": ({ user, query: { page, size, sort, ...filters } }) =>
      listAlerts(deps, ofAll(user), { page, size, sort }, filters),
    "POST /alerts/bulk": ({ transact, user, body }) =>
      markAlerts({ ...deps, transact }, ofAll(user), body),
    "POST /alerts/{id}/read": ({ user, params }) => markAlertRead(deps, ofAll(user), params.id),
    "GET /alerts/mails": ({ user }) => readMailChoice(deps, user.userId, "alert_mails"),
    "PUT /alerts/mails": ({ user, body }) => chooseMails(deps, user.userId, "alert_mails", body),
  });

export const ownAlertRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownAlertEndpoints, {
    "GET /alerts": ({ member, query: { page, size, sort, ...filters } }) =>
      listAlerts(deps, ofOwn(member), { page, size, sort }, filters),
    "POST /alerts/bulk": ({ transact, member, body }) =>
      markAlerts({ ...deps, transact }, ofOwn(member), body),
    "POST /alerts/{id}/read": ({ member, params }) => markAlertRead(deps, ofOwn(member), params.id),
    "GET /alerts/mails": ({ member }) => readMailChoice(deps, member.userId, "alert_mails"),
    "PUT /alerts/mails": ({ member, body }) =>
      chooseMails(deps, member.userId, "alert_mails", body),
  });
