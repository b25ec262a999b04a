import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Access, Flags, ServiceScope } from "../domain/access.ts";
import type { Analyser } from "./analyser/analyser.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/client.ts";
import type { Tables } from "./db/tables.ts";
import type { CsvExports } from "./exports/csvExports.ts";
import type { DictionaryFiles } from "./formats/dictionaryFiles.ts";
import type { IdentityService } from "./identity/identity.ts";
import type { IfMatch } from "./plugins/preconditions.ts";
import { forbidden } from "./problem.ts";

/** The dependencies of services. `now` is the only clock. */
export interface Deps {
  config: Config;
  database: Database;
  db: Kysely<Tables>;
  exports: CsvExports;
  files: DictionaryFiles;
  analyser: Analyser;
  identity: IdentityService;
  now: () => Date;
  log: FastifyBaseLogger;
  /** How long a request waits for the identity service to follow it; 3 s by default. */
  accountWaitMs?: number | undefined;
  receiverLimits?: Partial<ReceiverLimits> | undefined;
}

/** How receivers of webhooks are reached, and how name servers are asked. */
export interface ReceiverLimits {
  answersWithinMs: number;
  lookUpWithinMs: number;
  /** By default those of the machine. */
  nameServers?: readonly string[];
}

export interface SignedIn extends Flags {
  userId: string;
  organizationId: number | null;
  userName: string;
  email: string;
  signedInAt: Date;
}

export interface Member extends SignedIn {
  organizationId: number;
}

/** A program that calls with a service key (docs/product/usage.md#service-keys). */
export interface Service {
  serviceKeyId: number;
  name: string;
  scopes: readonly ServiceScope[];
  /** The organizations that the key is for; null for all. */
  organizationIds: readonly number[] | null;
}

/** Who sent a request with a credential. */
export type Caller = { user: SignedIn; service: null } | { user: null; service: Service };

export type AreaApp = FastifyInstance;

export type AreaRoutes = (app: AreaApp, deps: Deps) => void;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route (domain/access.ts); a route without it does not register. */
    access?: Access;
  }
  interface FastifyRequest {
    user: SignedIn | null;
    service: Service | null;
    ifMatch: IfMatch | undefined;
  }
}

export function signedIn(request: Pick<FastifyRequest, "user">): SignedIn {
  if (!request.user) throw new Error("this route allows requests without a user");
  return request.user;
}

/** The program that calls a route for service keys only. */
export function program(request: Pick<FastifyRequest, "service">): Service {
  if (!request.service) throw new Error("this route allows requests without a service key");
  return request.service;
}

/** The signed-in user with an organization; throws 403 for a system admin. */
export function member(request: Pick<FastifyRequest, "user">): Member {
  const user = signedIn(request);
  if (user.organizationId === null) throw forbidden();
  return { ...user, organizationId: user.organizationId };
}
