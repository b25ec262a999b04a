import { alertEndpoints, ownAlertEndpoints } from "../../../domain/api/alerts.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { type Call, type Handlers, implement } from "../../implement.ts";
import { chooseMails, readMailChoice } from "../../smtp/sendMail.ts";
import type { AlertViewer } from "./queries/alertList.ts";
import { listAlerts, markAlertRead, markAlerts } from "./service/readAlerts.ts";

type ViewerOf = (caller: Pick<Call<unknown>, "user" | "member">) => AlertViewer;

const ofAll: ViewerOf = ({ user: { userId } }) => ({ userId, scope: "all" });
const ofOwn: ViewerOf = ({ member: { userId, organizationId } }) => ({
  userId,
  scope: { organizationId },
});

const handlers = (deps: Deps, viewerOf: ViewerOf): Handlers<typeof alertEndpoints> => ({
  "GET /alerts": (call) => {
    const { page, size, sort, ...filters } = call.query;
    return listAlerts(deps, viewerOf(call), { page, size, sort }, filters);
  },
  "POST /alerts/bulk": (call) =>
    markAlerts({ ...deps, transact: call.transact }, viewerOf(call), call.body),
  "POST /alerts/{id}/read": (call) => markAlertRead(deps, viewerOf(call), call.params.id),
  "GET /alerts/mails": (call) => readMailChoice(deps, viewerOf(call).userId, "alert_mails"),
  "PUT /alerts/mails": (call) => chooseMails(deps, viewerOf(call).userId, "alert_mails", call.body),
});

export const alertRoutes: AreaRoutes = (app, deps) =>
  implement(app, alertEndpoints, handlers(deps, ofAll));

export const ownAlertRoutes: AreaRoutes = (app, deps) =>
  implement(app, ownAlertEndpoints, handlers(deps, ofOwn));
