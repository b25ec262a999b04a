import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

interface Work {
  /** An error from here refuses the request. */
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** Comes after every beginning, and may come without one. */
  end(request: FastifyRequest): void;
}

/**
 * Follows what the server does for a request: work begins with its head, pauses while its body is
 * on the way, and ends when the answer is handed over. How slowly somebody sends or reads is no
 * work, so nobody can use it up by being slow.
 */
export function followWork(app: FastifyInstance, { begin, end }: Work): void {
  app.addHook("onRequest", (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    end(request);
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.addHook("onSend", (request, _reply, _payload, done) => {
    end(request);
    done();
  });
}
