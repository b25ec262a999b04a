import { webhookEndpoints } from "../../../domain/api/webhooks.ts";
import type { AreaRoutes } from "../../context.ts";
import { implement } from "../../implement.ts";
import { receiverRules } from "./service/receiverAddress.ts";
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  readWebhook,
  removeWebhook,
  resendDelivery,
  rotateSecret,
  testWebhook,
} from "./service/webhooks.ts";

export const webhookRoutes: AreaRoutes = (app, deps) => {
  const rules = receiverRules(deps);
  implement(app, webhookEndpoints, {
    "GET /webhooks": ({ query }) => listWebhooks(deps, query),
    "POST /webhooks": ({ user, transact, body }) =>
      createWebhook({ ...deps, transact }, rules, user.userId, body),
    "GET /webhooks/{id}": ({ params }) => readWebhook(deps, params.id),
    "PATCH /webhooks/{id}": ({ params, ifMatch, body }) =>
      changeWebhook(deps, rules, { webhookId: params.id, ifMatch }, body),
    "DELETE /webhooks/{id}": ({ params, ifMatch }) =>
      removeWebhook(deps, { webhookId: params.id, ifMatch }),
    "POST /webhooks/{id}/secret": ({ params, ifMatch }) =>
      rotateSecret(deps, { webhookId: params.id, ifMatch }),
    "POST /webhooks/{id}/test": ({ transact, params }) =>
      testWebhook({ ...deps, transact }, params.id),
    "GET /webhooks/{id}/deliveries": ({ params, query }) => listDeliveries(deps, params.id, query),
    "POST /webhooks/{id}/deliveries/{deliveryId}/resend": ({ transact, params }) =>
      resendDelivery(
        { ...deps, transact },
        { webhookId: params.id, deliveryId: params.deliveryId },
      ),
  });
};
