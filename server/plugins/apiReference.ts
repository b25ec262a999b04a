import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import type { Endpoints, ServedArea } from "../../domain/api/endpoint.ts";
import { apiDocument } from "../openapi/document.ts";
import { packageVersion } from "../release.ts";
import { referencePolicy } from "./securityHeaders.ts";

const DOCUMENT_PATH = "/api/openapi.json";

/** Serves the OpenAPI document of both areas, built on first use. */
export const openapi = fp(async (app, endpoints: Readonly<Record<ServedArea, Endpoints>>) => {
  let text: string | undefined;
  app.get(DOCUMENT_PATH, { config: { access: "public" } }, async (_, reply) => {
    text ??= JSON.stringify(apiDocument(endpoints, packageVersion()));
    return reply.type("application/json; charset=utf-8").send(text);
  });
});

const PAGE_PATH = "/api/docs";
const config = { access: "public" } as const;

const swaggerUi = join(
  dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui")),
  "static",
);
const files = ["swagger-ui.css", "swagger-ui-bundle.js"];

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Knowledge Insight API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${PAGE_PATH}/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="${PAGE_PATH}/swagger-ui-bundle.js"></script>
    <script src="${PAGE_PATH}/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle(${JSON.stringify({
  url: DOCUMENT_PATH,
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  validatorUrl: null,
})});
`;

/** Swagger UI by hand: its Fastify plugin registers routes without an access declaration. */
export async function apiReference(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, { root: swaggerUi, serve: false });
  app.get(PAGE_PATH, { config }, async (_, reply) =>
    reply
      .header("content-security-policy", referencePolicy)
      .type("text/html; charset=utf-8")
      .send(page),
  );
  app.get(`${PAGE_PATH}/start.js`, { config }, async (_, reply) =>
    reply.type("text/javascript; charset=utf-8").send(start),
  );
  for (const file of files) {
    app.get(`${PAGE_PATH}/${file}`, { config }, (_, reply) =>
      reply.sendFile(file, { maxAge: "1h" }),
    );
  }
}
