import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Access, Flags } from "../domain/access.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/client.ts";
import type { Tables } from "./db/tables.ts";
import type { IdentityService } from "./identity/identity.ts";
import type { IfMatch } from "./plugins/versions.ts";
import { forbidden } from "./problem.ts";

/** What services work with. `now` is the only clock. */
export interface Deps {
  config: Config;
  database: Database;
  /** `database.db`; queries take it or a transaction of it as their first argument. */
  db: Kysely<Tables>;
  identity: IdentityService;
  now: () => Date;
  log: FastifyBaseLogger;
}

/** The user behind a request, read from our database for this very request. */
export interface SignedIn extends Flags {
  userId: string;
  /** null for a system admin. */
  organizationId: number | null;
  userName: string;
  email: string;
  /** When the person signed in, by the identity service, in whole seconds. */
  signedInAt: Date;
}

/** A user of an organization. */
export interface Member extends SignedIn {
  organizationId: number;
}

/** An area of the API while its routes register; paths are below the area's base path. */
export type AreaApp = FastifyInstance;

/** The routes of a module: `implement(app, contractEndpoints, { "GET /contracts": handler, … })`. */
export type AreaRoutes = (app: AreaApp, deps: Deps) => void;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route, by domain/access.ts; a route without one does not register. */
    access?: Access;
  }
  interface FastifyRequest {
    user: SignedIn | null;
    /** The parsed If-Match header; undefined without one. */
    ifMatch: IfMatch | undefined;
  }
}

/** The signed-in user of a request whose route asks for one. */
export function signedIn(request: Pick<FastifyRequest, "user">): SignedIn {
  if (!request.user) throw new Error("this route is open to requests without a user");
  return request.user;
}

/** The signed-in user with an organization; 403 for a system admin, who has none. */
export function member(request: Pick<FastifyRequest, "user">): Member {
  const user = signedIn(request);
  if (user.organizationId === null) throw forbidden();
  return { ...user, organizationId: user.organizationId };
}
