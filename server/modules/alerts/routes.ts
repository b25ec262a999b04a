import { alertEndpoints, ownAlertEndpoints } from "../../../domain/api/alerts.ts";
import type { AreaRoutes, Deps } from "../../context.ts";
import { type Call, implement, type SharedHandlers } from "../../implement.ts";
import { chooseMails, readMailChoice } from "../../smtp/sendMail.ts";
import type { AlertViewer } from "./queries/alertList.ts";
import { listAlerts, markAlertRead, markAlerts } from "./service/readAlerts.ts";

/** All alerts, for system admins. */
export const alertRoutes: AreaRoutes = (app, deps) =>
  implement(
    app,
    alertEndpoints,
    handlersOf(deps, ({ user: { userId } }) => ({ userId, scope: "all" })),
  );

/** The alerts of the own organization. */
export const ownAlertRoutes: AreaRoutes = (app, deps) =>
  implement(
    app,
    ownAlertEndpoints,
    handlersOf(deps, ({ member: { userId, organizationId } }) => ({
      userId,
      scope: { organizationId },
    })),
  );

function handlersOf(
  deps: Deps,
  viewerOf: (call: Pick<Call<unknown>, "user" | "member">) => AlertViewer,
): SharedHandlers<typeof alertEndpoints> {
  return {
    "GET /alerts": (call) => {
      const { page, size, sort, ...filters } = call.query;
      return listAlerts(deps, viewerOf(call), { page, size, sort }, filters);
    },
    "POST /alerts/bulk": (call) =>
      markAlerts({ ...deps, transact: call.transact }, viewerOf(call), call.body),
    "POST /alerts/{id}/read": (call) => markAlertRead(deps, viewerOf(call), call.params.id),
    "GET /alerts/mails": ({ user }) => readMailChoice(deps, user.userId, "alert_mails"),
    "PUT /alerts/mails": ({ user, body }) => chooseMails(deps, user.userId, "alert_mails", body),
  };
}
