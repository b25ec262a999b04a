import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import fp from "fastify-plugin";
import type { Deps } from "../context.ts";
import { requestDuration } from "../metrics/counted.ts";
import { Readings } from "../metrics/readings.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The trace of a trusted proxy that the request belongs to. */
    traceId: string | null;
    problemCode: string | null;
    /** Why it was refused under load. */
    shedReason: string | null;
  }
}

type Trusts = (address: string, hop: number) => boolean;

/** What proxies and tracers use; nothing that could forge a log line or fill it. */
const REQUEST_ID = /^[\w.:+/=-]{8,128}$/;
/** https://www.w3.org/TR/trace-context/#traceparent-header; all zeros is no trace. */
const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-.*)?$/;

const single = (value: string | string[] | undefined) =>
  typeof value === "string" ? value : undefined;

/** The id that a trusted proxy has given the request, else a new one. */
export function requestIdOf(incoming: IncomingMessage, trusts: Trusts): string {
  const given = single(incoming.headers["x-request-id"]);
  const isGiven =
    given !== undefined && REQUEST_ID.test(given) && trusts(incoming.socket.remoteAddress ?? "", 0);
  return isGiven ? given : randomUUID();
}

export const requestTrace = fp(async (app, { trusts }: { trusts: Trusts }) => {
  app.decorateRequest("traceId", null);
  app.decorateRequest("problemCode", null);
  app.decorateRequest("shedReason", null);
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers, socket } = request.raw;
    const traceId = TRACE_PARENT.exec(single(headers.traceparent) ?? "")?.[1];
    if (traceId && trusts(socket.remoteAddress ?? "", 0)) request.traceId = traceId;
    done();
  });
});

declare module "fastify" {
  interface FastifyInstance {
    readings: Readings;
  }
}

/** Measures requests, and reads what is so now for who asks for metrics. After `liveChanges` and `readiness`. */
export const metrics = fp(async (app, { database, now }: Pick<Deps, "database" | "now">) => {
  const readings = new Readings({
    database,
    now,
    work: () => (app.hasDecorator("work") ? app.work() : { atWork: 0, waiting: 0 }),
    partStates: () => app.partStates(),
    streams: (area) => app.events.openIn(area),
  });
  app.decorate("readings", readings);
  app.addHook("onResponse", (request, reply, done) => {
    const { url: route = "none" } = request.routeOptions;
    const status = String(reply.statusCode);
    requestDuration.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    done();
  });
});
