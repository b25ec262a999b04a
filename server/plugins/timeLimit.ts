import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { unavailable } from "../problem.ts";
import { hasBody } from "./requestRules.ts";
import { isUpload } from "./uploads.ts";

/** Longer than a wait for a connection and a statement to an unavailable database. */
export const ANSWER_WITHIN_MS = 25_000;
/** An answer that is still on its way after this time is cut off, however its reader takes it. */
const TAKEN_WITHIN_MS = 10 * 60_000;
/** In characters, of which each takes up to three bytes. */
const SHORT_LENGTH = 4 * 1024;
/** The same for a connection on which nothing moves; Node resets it with every part that leaves. */
export const STALLED_MS = 60_000;

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the request timed out and was answered 503; its handler may still be running. */
    overdue: boolean;
    /** The work of the handler until it has ended. */
    handling: Promise<unknown> | null;
    timeLimit: NodeJS.Timeout | null;
  }
}

interface TimeLimitOptions {
  answerWithinMs?: number | undefined;
  takenWithinMs?: number | undefined;
}

/**
 * Answers 503 to slow requests. Fastify's handlerTimeout never fires for a request with a body: it
 * ends with the request's `close`, which Node emits once the body is read. The handler goes on, and
 * its result is ignored. An answer must also be taken in time, except a stream of events.
 */
export const timeLimit = fp(async (app, options: TimeLimitOptions) => {
  const { answerWithinMs = ANSWER_WITHIN_MS, takenWithinMs = TAKEN_WITHIN_MS } = options;
  app.decorateRequest("overdue", false);
  app.decorateRequest("handling", null);
  app.decorateRequest("timeLimit", null);

  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    request.timeLimit = setTimeout(giveUp, answerWithinMs, request, reply);
  };
  const end = ({ timeLimit }: FastifyRequest) => {
    if (timeLimit) clearTimeout(timeLimit);
  };
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    done();
  });
  // While the body arrives, requestTimeout applies.
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    if (hasBody(request)) end(request);
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    if (hasBody(request) && !isUpload(request)) begin(request, reply);
    done();
  });
  // An upload arrives during the validation.
  app.addHook("preHandler", (request, reply, done) => {
    if (isUpload(request)) begin(request, reply);
    done();
  });
  app.addHook("onSend", (request, { raw }, payload, done) => {
    end(request);
    if (!isShort(payload) && !request.routeOptions.config.endpoint?.stream) {
      const cutOff = setTimeout(() => raw.destroy(), takenWithinMs).unref();
      raw.once("close", () => clearTimeout(cutOff));
    }
    done();
  });

  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = async function handleInTime(request, reply) {
      try {
        request.handling = Promise.resolve(handler.call(this, request, reply));
        const answer = await request.handling;
        if (!request.overdue) return answer;
        if (answer instanceof Readable) answer.destroy();
      } catch (err) {
        if (!request.overdue) throw err;
        request.log.warn({ err }, "failed after the time limit");
      } finally {
        request.handling = null;
      }
      return undefined;
    };
  });
});

/** Whether an answer leaves at once, since the buffers of its connection take all of it. */
function isShort(payload: unknown): boolean {
  return typeof payload === "string" && payload.length <= SHORT_LENGTH;
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  request.overdue = true;
  reply.send(unavailable());
}
