import fp from "fastify-plugin";
import type { Endpoints, ServedArea } from "../../domain/api/endpoint.ts";
import { apiDocument } from "../openapi/document.ts";
import { packageVersion } from "../packageRoot.ts";

export const DOCUMENT_PATH = "/api/openapi.json";

/** Serves the OpenAPI document of both areas, built on first use. */
export const openapi = fp(async (app, endpoints: Readonly<Record<ServedArea, Endpoints>>) => {
  let text: string | undefined;
  app.get(DOCUMENT_PATH, { config: { access: "public" } }, async (_, reply) => {
    text ??= JSON.stringify(apiDocument(endpoints, packageVersion()));
    return reply.type("application/json; charset=utf-8").send(text);
  });
});
