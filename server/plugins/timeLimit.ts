import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { unavailable } from "../problem.ts";
import { hasBody } from "./requestRules.ts";

/** Longer than a wait for a connection and a statement together take when the database is away. */
export const ANSWER_WITHIN_MS = 25_000;

declare module "fastify" {
  interface FastifyRequest {
    /** Whether its time was up and it was answered 503; its handler may still be at work. */
    overdue: boolean;
    /** What its handler does, once that has begun. */
    handling: Promise<unknown> | null;
    timeLimit: NodeJS.Timeout | null;
  }
}

interface TimeLimitOptions {
  answerWithinMs?: number | undefined;
}

/**
 * Answers 503 to what takes too long. Fastify's own handlerTimeout never fires for a request with
 * a body: it ends with the request's `close`, which Node emits once the body is read.
 *
 * The handler is not stopped: its transaction commits whole or not at all, and what it answers or
 * throws afterwards goes nowhere. The limit is for the beginning of an answer; a stream may last.
 */
export const timeLimit = fp(
  async (app, { answerWithinMs = ANSWER_WITHIN_MS }: TimeLimitOptions) => {
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
    // While its body is on the way, requestTimeout counts.
    app.addHook("preParsing", (request, _reply, _payload, done) => {
      if (hasBody(request)) end(request);
      done();
    });
    app.addHook("preValidation", (request, reply, done) => {
      if (hasBody(request)) begin(request, reply);
      done();
    });
    app.addHook("onSend", (request, _reply, _payload, done) => {
      end(request);
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
        }
        return undefined;
      };
    });
  },
);

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  request.overdue = true;
  reply.send(unavailable());
}
