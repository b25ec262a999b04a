import type { RequestListener, Server } from "node:http";
import { join } from "node:path";
import fastifyCookie from "@fastify/cookie";
import proxyAddr from "@fastify/proxy-addr";
import fastify, { type FastifyInstance } from "fastify";
import type { Area, ServedArea } from "../domain/api/endpoint.ts";
import { Analyser } from "./analyser/analyser.ts";
import { type AreaParts, areas as allAreas } from "./areas.ts";
import { jobHandlers, tasksOf } from "./background.ts";
import type { Config } from "./config.ts";
import type { Deps, ReceiverLimits } from "./context.ts";
import type { Database } from "./db/client.ts";
import { CsvExports } from "./exports/csvExports.ts";
import { DictionaryFiles } from "./formats/dictionaryFiles.ts";
import type { IdentityService } from "./identity/identity.ts";
import { identityRelay } from "./identity/relay.ts";
import { declaredRoutes } from "./implement.ts";
import { scheduledTasks } from "./jobs/housekeeping.ts";
import { jobs } from "./jobs/jobRunner.ts";
import { type LogStream, loggerOptions, RequestLog, requestLogger } from "./log/logging.ts";
import { logOutput } from "./log/logOutput.ts";
import { reserveResetMail } from "./modules/people/mails/reserveMail.ts";
import { adminCredential, staffCredential } from "./modules/people/session/credentials.ts";
import { isProvider } from "./modules/ways/service/changeWays.ts";
import { access } from "./plugins/access.ts";
import { apiReference, openapi } from "./plugins/apiReference.ts";
import { auditTrail } from "./plugins/auditTrail.ts";
import { answerConnectionError, answerProblem, errorMapper } from "./plugins/errorMapper.ts";
import { draining, healthRoutes, readiness } from "./plugins/health.ts";
import { idempotency } from "./plugins/idempotency.ts";
import { liveChanges } from "./plugins/liveChanges.ts";
import { type LoadOptions, loadShedding } from "./plugins/loadShedding.ts";
import { lockToken, versions } from "./plugins/preconditions.ts";
import { requestLimits } from "./plugins/requestLimits.ts";
import { ADMIN_API, hosts, requestRules, SCIM_API, STAFF_API } from "./plugins/requestRules.ts";
import { metrics, requestIdOf, requestTrace } from "./plugins/requestTrace.ts";
import { serializerCompiler, validatorCompiler } from "./plugins/schemas.ts";
import { securityHeaders } from "./plugins/securityHeaders.ts";
import { STALLED_MS, timeLimit } from "./plugins/timeLimit.ts";
import {
  announcedLength,
  BODY_LIMIT,
  jsonBody,
  scimMediaType,
  uploads,
} from "./plugins/uploads.ts";
import { browserConfigRoutes, type DemoAccount, webApp } from "./plugins/webApp.ts";
import { packageRoot } from "./release.ts";

/** The time limit for receiving a whole request, against clients that send slowly. */
const SENT_WITHIN_MS = 60_000;

export interface AppParts {
  config: Config;
  database: Database;
  identity: IdentityService;
  now: () => Date;
  demoAccounts?: readonly DemoAccount[];
  logStream?: LogStream;
  webRoot?: string;
  answerWithinMs?: number;
  accountWaitMs?: number;
  /** How long a repeated Idempotency-Key waits for the first request. */
  keyWaitMs?: number;
  /** Turns load shedding off, for tests that race many requests. */
  takesEverything?: boolean;
  load?: LoadOptions;
  eventHeartbeatMs?: number;
  /** How long the reader of an answer may pause, and take in all. */
  readerLimits?: { stalledMs?: number; takenWithinMs?: number };
  jobPollSeconds?: number;
  /** How long a receiver of webhooks may take, and who knows its address. */
  receiverLimits?: Partial<ReceiverLimits>;
  serverFactory?: (answer: RequestListener) => Server;
  areas?: Readonly<Record<Area, AreaParts> & Partial<Record<ServedArea, AreaParts>>>;
}

/** Builds the server; it neither listens nor closes its parts. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, identity, now, logStream, accountWaitMs, keyWaitMs } = parts;
  const { readerLimits = {} } = parts;
  const trusts = trustedAddresses(config);
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    // Requests that arrive while it closes are still answered; then their connections end.
    return503OnClosing: false,
    requestTimeout: SENT_WITHIN_MS,
    connectionTimeout: readerLimits.stalledMs ?? STALLED_MS,
    trustProxy: trustedProxies(config),
    logger: loggerOptions(config, logStream ?? logOutput),
    logController: new RequestLog(config),
    childLoggerFactory: requestLogger,
    genReqId: (incoming) => requestIdOf(incoming, trusts),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply),
    clientErrorHandler: answerConnectionError,
    ...(parts.serverFactory ? { serverFactory: parts.serverFactory } : {}),
  });
  const areas: NonNullable<AppParts["areas"]> = parts.areas ?? allAreas;
  const files = new DictionaryFiles();
  app.addHook("onClose", () => files.close());
  const analyser = new Analyser();
  app.addHook("onClose", () => analyser.close());
  const deps: Deps = {
    config,
    database,
    db: database.db,
    exports: new CsvExports(database),
    files,
    analyser,
    identity,
    now,
    log: app.log,
    accountWaitMs,
    receiverLimits: parts.receiverLimits,
  };

  await app.register(errorMapper);
  await app.register(requestTrace, { trusts });
  await app.register(draining);
  await app.register(securityHeaders);
  await app.register(hosts, { config });
  await app.register(requestLimits, deps);
  if (!parts.takesEverything) await app.register(loadShedding, { config, database, ...parts.load });
  await app.register(timeLimit, {
    answerWithinMs: parts.answerWithinMs,
    takenWithinMs: readerLimits.takenWithinMs,
  });
  await app.register(announcedLength);
  await app.register(jsonBody);
  await app.register(requestRules, { config });
  await app.register(fastifyCookie);
  await app.register(auditTrail, deps);
  await app.register(access, {
    areas: {
      [STAFF_API]: staffCredential(deps),
      [ADMIN_API]: adminCredential(deps),
      [SCIM_API]: staffCredential(deps),
    },
  });
  await app.register(apiReference);
  await app.register(openapi, {
    staff: areas.staff.endpoints,
    admin: areas.admin.endpoints,
    scim: areas.scim?.endpoints ?? {},
  });
  const handlers = jobHandlers(deps);
  await app.register(jobs, { ...deps, handlers, pollSeconds: parts.jobPollSeconds });
  await app.register(scheduledTasks, { tasks: tasksOf(deps) });
  await app.register(liveChanges, { ...deps, heartbeatMs: parts.eventHeartbeatMs });
  await app.register(readiness, deps);
  await app.register(metrics, deps);
  await app.register(healthRoutes);
  await app.register(browserConfigRoutes, { config, demoAccounts: parts.demoAccounts ?? [] });
  const { answerBrowser } = identity;
  if (answerBrowser) {
    const reserveMail = (email: string) => reserveResetMail(deps, email);
    const hasProvider = config.demoSso ? isProvider(deps) : undefined;
    await app.register(identityRelay, { answerBrowser, reserveMail, hasProvider });
  }
  await registerArea(app, STAFF_API, areas.staff, { ...deps, keyWaitMs });
  await registerArea(app, ADMIN_API, areas.admin, { ...deps, keyWaitMs });
  if (areas.scim) await registerArea(app, SCIM_API, areas.scim, { ...deps, keyWaitMs });
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

/** Whether the sender of a connection is a proxy in front, by the same setting. */
function trustedAddresses(config: Config): (address: string, hop: number) => boolean {
  const proxies = trustedProxies(config);
  if (typeof proxies === "function") return proxies;
  return typeof proxies === "boolean" ? () => proxies : proxyAddr.compile(proxies);
}

async function registerArea(
  app: FastifyInstance,
  prefix: string,
  { endpoints, modules }: AreaParts,
  { keyWaitMs, ...deps }: Deps & { keyWaitMs: number | undefined },
): Promise<void> {
  await app.register(
    async (area) => {
      area.setValidatorCompiler(validatorCompiler);
      area.setSerializerCompiler(serializerCompiler);
      await area.register(versions);
      await area.register(lockToken);
      await area.register(uploads);
      if (prefix === SCIM_API) await area.register(scimMediaType);
      await area.register(idempotency, { ...deps, waitMs: keyWaitMs });
      const refuseMissing = declaredRoutes(area, endpoints);
      for (const routes of modules) routes(area, deps);
      refuseMissing();
    },
    { prefix },
  );
}
