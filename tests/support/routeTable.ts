import { resourceRows } from "./resourceRows.ts";
import { at, type RouteRow } from "./routeRow.ts";

/** What is served beside the two areas. */
const publicRows: Readonly<Record<string, RouteRow>> = {
  "GET /healthz": { may: "anyone", send: at("/healthz") },
  "GET /readyz": { may: "anyone", send: at("/readyz") },
  "GET /config.json": { may: "anyone", send: at("/config.json") },
  "GET /api/openapi.json": { may: "anyone", send: at("/api/openapi.json") },
  "GET /api/docs": { may: "anyone", send: at("/api/docs") },
  "GET /api/docs/start.js": { may: "anyone", send: at("/api/docs/start.js") },
  "GET /api/docs/swagger-ui.css": { may: "anyone", send: at("/api/docs/swagger-ui.css") },
  "GET /api/docs/swagger-ui-bundle.js": {
    may: "anyone",
    send: at("/api/docs/swagger-ui-bundle.js"),
  },
};

/** Every row by method and URL, as the server registers the routes. */
export const routeTable: ReadonlyMap<string, RouteRow> = new Map([
  ...Object.entries(publicRows),
  ...resourceRows.flatMap(({ adminRows = {}, staffRows = {}, scimRows = {} }) => [
    ...registered("/admin/api/v1", adminRows),
    ...registered("/api/v1", staffRows),
    ...registered("/scim/v2", scimRows),
  ]),
]);

function registered(base: string, rows: Readonly<Record<string, RouteRow>>) {
  return Object.entries(rows).map(([key, row]): [string, RouteRow] => {
    const [method, path = ""] = key.split(" ");
    return [`${method} ${base}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`, row];
  });
}
