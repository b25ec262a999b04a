import underPressure from "@fastify/under-pressure";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { overloaded } from "../problem.ts";

/** Several for each connection of the pool, which keeps it busy at a wait of well below a second. */
const MOST_AT_WORK = 64;
/** How late the event loop may be on average, unless there are a few requests only. */
const LATE_MS = 200;
const FEW_AT_WORK = 20;
const LOOK_EVERY_MS = 250;
/** After which a request that still waits, for the identity service or its body, counts no more. */
const LET_IN_WITHIN_MS = 500;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Answered however much there is to do. */
    neverShed?: boolean;
  }
  interface FastifyRequest {
    /** Where it is counted as one that the server has to do with. */
    place: Place | null;
  }
}

interface Place {
  taken: number;
}

/**
 * Answers 503 at once to what could not be answered in good time (decision 024): to requests
 * beyond so many, and to most of them while the event loop is late. A request counts while its
 * handler is at work and shortly before, until its answer is handed over; so neither open streams
 * count, nor who sends slowly, reads slowly or waits for an identity service that hangs.
 */
export const loadShedding = fp(async (app) => {
  const atWork: Place = { taken: 0 };
  let arriving: Place = { taken: 0 };
  let arrivedBefore: Place = { taken: 0 };
  const turn = setInterval(() => {
    arrivedBefore = arriving;
    arriving = { taken: 0 };
  }, LET_IN_WITHIN_MS).unref();
  app.addHook("onClose", async () => clearInterval(turn));

  // One for all: taking a stack for each costs more than the rest of a refusal.
  const refusal = overloaded();
  const refuse = (request: FastifyRequest) => {
    if (!request.is404 && !request.routeOptions.config.neverShed) throw refusal;
  };
  const inAll = () => atWork.taken + arriving.taken + arrivedBefore.taken;

  app.decorateRequest("place", null);
  await app.register(underPressure, {
    maxEventLoopDelay: LATE_MS,
    sampleInterval: LOOK_EVERY_MS,
    pressureHandler: async (request) => {
      if (inAll() >= FEW_AT_WORK) refuse(request);
    },
  });
  // Before anything is done for it.
  app.addHook("onRequest", (request, _reply, done) => {
    if (inAll() >= MOST_AT_WORK) refuse(request);
    take(request, arriving);
    done();
  });
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    if (atWork.taken >= MOST_AT_WORK) refuse(request);
    take(request, atWork);
    done();
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    leave(request);
    done();
  });
});

function take(request: FastifyRequest, place: Place): void {
  place.taken += 1;
  request.place = place;
}

function leave(request: FastifyRequest): void {
  if (request.place) request.place.taken -= 1;
  request.place = null;
}
