import { z } from "zod";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import type { Answer, ApiClient } from "./apiClient.ts";
import { formRequest } from "./formRequest.ts";
import type { WalkRequest } from "./routeRow.ts";

const method = z.enum(["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"]);

/** Sends a request of the walk to a route, as a client's program would. */
export async function sendTo(
  client: ApiClient,
  route: RegisteredRoute,
  request: WalkRequest,
): Promise<Answer> {
  const { url, body, headers = {} } = request;
  if (body instanceof FormData && route.method === "POST") {
    const form = await formRequest(body);
    return client.send("POST", url, { ...form, headers: { ...form.headers, ...headers } });
  }
  const json = { "content-type": "application/json", ...headers };
  return client.send(method.parse(route.method), url, {
    leaveStreams: route.endpoint?.stream ?? false,
    ...(body === undefined ? { headers } : { payload: JSON.stringify(body), headers: json }),
  });
}
