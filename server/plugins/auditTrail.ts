import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { type Acting, type Actor, actAs, runIn } from "../audit/acting.ts";
import { recordEvent, recordRefusal } from "../audit/recordEvent.ts";
import type { Caller, Deps, Service, SignedIn } from "../context.ts";
import type { FileAnswer } from "../exports/csvFile.ts";
import { hasBody } from "./requestRules.ts";

const LONGEST_AGENT = 500;

/** Who sends a request, what for and where from; a person is named by the database of this moment. */
function requestActing(
  request: FastifyRequest,
  { user, service }: Pick<FastifyRequest, "user" | "service"> = request,
): Acting {
  const { id, ip, headers, routeOptions } = request;
  return {
    actor: actorOf(user, service),
    operation: routeOptions.config.endpoint?.operationId ?? `${request.method} ${routeOptions.url}`,
    requestId: id,
    address: ip,
    userAgent: headers["user-agent"]?.slice(0, LONGEST_AGENT) ?? null,
  };
}

function actorOf(user: SignedIn | null, service: Service | null): Actor {
  if (user) {
    const { userId: id, userName: name, organizationId } = user;
    return { kind: "user", id, name, organizationId };
  }
  if (service) {
    const { serviceKeyId, name } = service;
    return { kind: "serviceKey", id: String(serviceKeyId), name, organizationId: null };
  }
  // Before a sign-in nobody is known; what is recorded then names its person (actAsUser).
  return { kind: "system", id: null, name: "", organizationId: null };
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who acts by this request, as far as that is known at this moment. */
    acting(): Acting;
  }
  interface FastifyInstance {
    /** Records that a caller was refused for lack of rights (docs/product/audit.md#refusals). */
    recordForbidden(request: FastifyRequest, caller: Caller): Promise<void>;
    /** Records who takes a file, before its first byte is sent. */
    recordDownload(request: FastifyRequest, file: FileAnswer): Promise<void>;
  }
}

/** Runs requests as their callers, and records what belongs to no service: refusals and downloads. */
export const auditTrail = fp(async (app, { db, log }: Pick<Deps, "db" | "log">) => {
  app.decorateRequest("acting", function actingOf(this: FastifyRequest) {
    return requestActing(this);
  });
  app.addHook("onRequest", (request, _reply, done) => runIn(request, done));
  // Where a body arrives, what follows does not run in the request any more.
  app.addHook("preValidation", (request, _reply, done) => {
    if (hasBody(request)) runIn(request, done);
    else done();
  });
  // Connections to the database that it opened keep it as their context, for as long as they live.
  app.addHook("onResponse", (request, _reply, done) => {
    request.body = undefined;
    done();
  });

  app.decorate("recordForbidden", async (request, caller) => {
    if (!caller.user) return;
    const { organizationId } = caller.user;
    const [path = ""] = request.url.split("?");
    await actAs(requestActing(request, caller), () =>
      recordRefusal(
        { db, log },
        { organizationId, target: { kind: "request", id: null, name: path } },
      ),
    );
  });

  app.decorate("recordDownload", async (request, { name, about }) => {
    const organizationId = request.user?.organizationId ?? null;
    await db.transaction().execute((trx) =>
      recordEvent(trx, {
        organizationId,
        target: about ?? { kind: "file", id: null, name },
        changes: about ? [{ field: "fileName", before: null, after: name }] : [],
      }),
    );
  });
});
