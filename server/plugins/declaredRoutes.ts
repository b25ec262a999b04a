import type { FastifyInstance } from "fastify";
import type { Endpoint, Endpoints } from "../../domain/api/endpoint.ts";

/** Call the returned function after all routes: it throws for a declaration without one. */
export function declaredRoutes(app: FastifyInstance, endpoints: Endpoints): () => void {
  const missing = new Map<Endpoint, string>(
    Object.entries(endpoints).map(([key, endpoint]) => [endpoint, key]),
  );
  const declared = new Set(missing.keys());
  app.addHook("onRoute", ({ method, url, config }) => {
    if (!config?.endpoint || !declared.has(config.endpoint)) {
      throw new Error(`${method} ${url} is not declared in domain/api`);
    }
    missing.delete(config.endpoint);
  });
  return () => {
    if (missing.size === 0) return;
    throw new Error(`${[...missing.values()].join(", ")}: declared without a handler`);
  };
}
