import underPressure from "@fastify/under-pressure";
import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { overloaded } from "../problem.ts";

/** Several per connection of the pool, which keeps waits well below a second. */
const MOST_AT_WORK = 64;
/** The average delay of the event loop above which most requests are rejected. */
const LATE_MS = 200;
const FEW_AT_WORK = 20;
const LOOK_EVERY_MS = 250;
/** After this time a waiting request (for the identity service or its body) does not count. */
const LET_IN_WITHIN_MS = 500;

declare module "fastify" {
  interface FastifyContextConfig {
    neverShed?: boolean;
  }
  interface FastifyRequest {
    place: Place | null;
  }
}

interface Place {
  taken: number;
}

/**
 * Answers 503 at once to requests that could not be answered in time (decision 024): those beyond a
 * limit, and most of them while the event loop is late. A request counts while its handler runs;
 * open streams, slow clients and a hanging identity service do not count.
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

  // One error for all, because capturing a stack is the most expensive part.
  const problem = overloaded();
  const refuse = (request: FastifyRequest) => {
    if (!request.is404 && !request.routeOptions.config.neverShed) throw problem;
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
