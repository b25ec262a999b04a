import { randomUUID } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import fastifyCookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import type { Area } from "../domain/api/endpoint.ts";
import { type AreaParts, areas as allAreas } from "./areas.ts";
import { BODY_LIMIT } from "./bodyLimits.ts";
import type { Config } from "./config.ts";
import { connectionFault } from "./connectionFault.ts";
import type { Deps } from "./context.ts";
import type { Database } from "./db/client.ts";
import type { IdentityService } from "./identity/identity.ts";
import { identityRelay } from "./identity/relay.ts";
import { type LogStream, loggerOptions, RequestLog } from "./logging.ts";
import { accountJobs } from "./modules/accounts/jobs.ts";
import { contractJobs } from "./modules/contracts/jobs.ts";
import { bookResetMail } from "./modules/mails/service/resetMails.ts";
import { adminCredential } from "./modules/session/service/adminCredential.ts";
import { staffCredential } from "./modules/session/service/staffCredential.ts";
import { packageRoot } from "./packageRoot.ts";
import { access } from "./plugins/access.ts";
import { apiReference } from "./plugins/apiReference.ts";
import { browserConfigRoutes, type DemoAccount } from "./plugins/browserConfig.ts";
import { declaredRoutes } from "./plugins/declaredRoutes.ts";
import { answerProblem, errorMapper } from "./plugins/errorMapper.ts";
import { healthRoutes } from "./plugins/health.ts";
import { hosts } from "./plugins/hosts.ts";
import { idempotency } from "./plugins/idempotency.ts";
import { jobs } from "./plugins/jobs.ts";
import { jsonBody } from "./plugins/jsonBody.ts";
import { liveChanges } from "./plugins/liveChanges.ts";
import { loadShedding } from "./plugins/loadShedding.ts";
import { lockToken } from "./plugins/lockToken.ts";
import { openapi } from "./plugins/openapi.ts";
import { requestLimits } from "./plugins/requestLimits.ts";
import { ADMIN_API, STAFF_API } from "./plugins/requestPath.ts";
import { requestRules } from "./plugins/requestRules.ts";
import { scheduledTasks } from "./plugins/scheduledTasks.ts";
import { serializerCompiler, validatorCompiler } from "./plugins/schemas.ts";
import { securityHeaders } from "./plugins/securityHeaders.ts";
import { timeLimit } from "./plugins/timeLimit.ts";
import { versions } from "./plugins/versions.ts";
import { webApp } from "./plugins/webApp.ts";
import { tasksOf } from "./tasks.ts";

/** For a request to arrive in full, so that nobody keeps connections busy by sending slowly. */
const SENT_WITHIN_MS = 60_000;

export interface AppParts {
  config: Config;
  database: Database;
  identity: IdentityService;
  now: () => Date;
  /** Offered on the sign-in page, with an emulator only. */
  demoAccounts?: readonly DemoAccount[];
  /** Takes the log lines instead of stdout. */
  logStream?: LogStream;
  /** The built web app; dist/web without. */
  webRoot?: string;
  /** After which a request is answered 503; 25 s without. */
  answerWithinMs?: number;
  /** Sheds no load: for tests that race more requests than people send. */
  takesEverything?: boolean;
  /** Between two signs of life on an event stream; 15 s without. */
  eventBeatMs?: number;
  /** How often the job queues are looked at; every 2 s without. */
  jobPollSeconds?: number;
  /** Makes the server that listens and hands requests to the application; Fastify's own without. */
  serverFactory?: (answer: RequestListener) => Server;
  /** The endpoints of both areas; those of every module without. */
  areas?: Readonly<Record<Area, AreaParts>>;
}

/** Builds the server around its parts; it never listens, and closing it closes none of them. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, identity, now, logStream } = parts;
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // Requests that come while it closes are still served; their connections then end.
    return503OnClosing: false,
    requestTimeout: SENT_WITHIN_MS,
    trustProxy: trustedProxies(config),
    logger: loggerOptions(config, logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply),
    clientErrorHandler: connectionFault,
    ...(parts.serverFactory ? { serverFactory: parts.serverFactory } : {}),
  });
  const areas = parts.areas ?? allAreas;
  const deps: Deps = { config, database, db: database.db, identity, now, log: app.log };

  await app.register(errorMapper);
  await app.register(securityHeaders);
  await app.register(hosts, { config });
  await app.register(requestLimits, deps);
  if (!parts.takesEverything) await app.register(loadShedding);
  await app.register(timeLimit, { answerWithinMs: parts.answerWithinMs });
  await app.register(jsonBody);
  await app.register(requestRules);
  await app.register(fastifyCookie);
  await app.register(access, {
    areas: { [STAFF_API]: staffCredential(deps), [ADMIN_API]: adminCredential(deps) },
  });
  await app.register(apiReference);
  await app.register(openapi, { staff: areas.staff.endpoints, admin: areas.admin.endpoints });
  const handlers = { ...accountJobs(deps), ...contractJobs(deps) };
  await app.register(jobs, { ...deps, handlers, pollSeconds: parts.jobPollSeconds });
  await app.register(scheduledTasks, { tasks: tasksOf(deps) });
  await app.register(liveChanges, { ...deps, beatMs: parts.eventBeatMs });
  await app.register(healthRoutes, deps);
  await app.register(browserConfigRoutes, { config, demoAccounts: parts.demoAccounts ?? [] });
  const { answerBrowser } = identity;
  if (answerBrowser) {
    const bookMail = (email: string) => bookResetMail(deps, email);
    await app.register(identityRelay, { answerBrowser, bookMail });
  }
  await registerArea(app, STAFF_API, areas.staff, deps);
  await registerArea(app, ADMIN_API, areas.admin, deps);
  await app.register(webApp, {
    config,
    webRoot: parts.webRoot ?? join(packageRoot(), "dist", "web"),
  });
  await app.ready();
  return app;
}

function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === "number"
    ? (_address: string, hop: number) => hop < trustProxy
    : trustProxy;
}

async function registerArea(
  app: FastifyInstance,
  prefix: string,
  { endpoints, modules }: AreaParts,
  deps: Deps,
): Promise<void> {
  await app.register(
    async (area) => {
      area.setValidatorCompiler(validatorCompiler);
      area.setSerializerCompiler(serializerCompiler);
      await area.register(versions);
      await area.register(lockToken);
      await area.register(idempotency, deps);
      const refuseMissing = declaredRoutes(area, endpoints);
      for (const routes of modules) routes(area, deps);
      refuseMissing();
    },
    { prefix },
  );
}
