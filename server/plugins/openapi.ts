import { readFileSync } from "node:fs";
import { join } from "node:path";
import fp from "fastify-plugin";
import { z } from "zod";
import type { Area, Endpoints } from "../../domain/api/endpoint.ts";
import { apiDocument } from "../openapi/document.ts";
import { packageRoot } from "../packageRoot.ts";

export const DOCUMENT_PATH = "/api/openapi.json";

const packageFile = z.object({ version: z.string() });

/** Serves the OpenAPI document of both areas, built on first use. */
export const openapi = fp(async (app, endpoints: Readonly<Record<Area, Endpoints>>) => {
  let text: string | undefined;
  app.get(DOCUMENT_PATH, { config: { access: "public" } }, async (_, reply) => {
    text ??= JSON.stringify(apiDocument(endpoints, versionOfPackage()));
    return reply.type("application/json; charset=utf-8").send(text);
  });
});

function versionOfPackage(): string {
  const file = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return packageFile.parse(JSON.parse(file)).version;
}
