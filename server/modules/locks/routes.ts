import { z } from "zod";
import { dictionaryLock, lockRequest, ownDictionaryLock } from "../../../domain/dictionaries.ts";
import { fieldSentences } from "../../../domain/sentences.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { idParams } from "../../plugins/schemas.ts";
import { badQuery } from "../../problem.ts";
import { breakLock, releaseLock } from "./endLock.ts";
import { extendLock, readLock, takeLock } from "./takeLock.ts";
import { writeOf } from "./writeGuard.ts";

/** A wrong reason is 422 by the service, since it is what a person has typed. */
const releaseQuery = z.strictObject({
  force: z.enum(["true", "false"]).optional(),
  reason: z.string().optional(),
});

/** Staff area: who edits a dictionary of the own organization (design 5, Lock). */
export const lockRoutes: AreaRoutes = (app, deps) => {
  const read = { access: "dictionary.read" } as const;
  const write = { access: "dictionary.write" } as const;
  const path = "/dictionaries/:id/lock";

  app.get(
    path,
    { config: read, schema: { params: idParams, response: { 200: dictionaryLock } } },
    async (request) => {
      const { organizationId } = member(request);
      return readLock(deps, { organizationId, dictionaryId: request.params.id });
    },
  );

  app.post(
    path,
    {
      config: { ...write, idempotency: "off" },
      schema: { params: idParams, body: lockRequest, response: { 200: ownDictionaryLock } },
    },
    async (request) => takeLock(deps, writeOf(request, request.params.id), request.body),
  );

  app.put(
    path,
    {
      config: write,
      schema: { params: idParams, body: z.strictObject({}), response: { 200: dictionaryLock } },
    },
    async (request) => extendLock(deps, writeOf(request, request.params.id)),
  );

  app.delete(
    path,
    {
      config: write,
      schema: { params: idParams, querystring: releaseQuery, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const { params, query } = request;
      if (query.force === "true") {
        await breakLock(deps, member(request), { dictionaryId: params.id, reason: query.reason });
      } else if (query.reason !== undefined) {
        throw badQuery({ reason: fieldSentences.notAllowed });
      } else {
        await releaseLock(deps, writeOf(request, params.id));
      }
      return reply.code(204).send();
    },
  );
};
