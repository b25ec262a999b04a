import {
  DICTIONARY_SORTS,
  type Dictionary,
  dictionary,
  dictionaryCreate,
  dictionaryFilters,
  dictionaryUpdate,
} from "../../../domain/dictionaries.ts";
import { pageOf } from "../../../domain/paging.ts";
import { type AreaRoutes, member } from "../../context.ts";
import { rememberAnswer } from "../../plugins/idempotency.ts";
import { listQuerySchema } from "../../plugins/listQuery.ts";
import { idParams } from "../../plugins/schemas.ts";
import { etag, withEtag } from "../../plugins/versions.ts";
import { writeOf } from "../locks/writeGuard.ts";
import { listDictionaries, readDictionary } from "./readDictionaries.ts";
import { changeDictionary, createDictionary, removeDictionary } from "./writeDictionary.ts";

/** Staff area: the dictionaries of the own organization (design 5). */
export const dictionaryRoutes: AreaRoutes = (app, deps) => {
  const read = { access: "dictionary.read" } as const;
  const write = { access: "dictionary.write" } as const;

  app.get(
    "/dictionaries",
    {
      config: read,
      schema: {
        querystring: listQuerySchema({ sorts: DICTIONARY_SORTS, filters: dictionaryFilters }),
        response: { 200: pageOf(dictionary) },
      },
    },
    async (request) => {
      const { page, size, sort, ...filters } = request.query;
      return listDictionaries(deps, member(request), { page, size, sort }, filters);
    },
  );

  app.post(
    "/dictionaries",
    { config: write, schema: { body: dictionaryCreate, response: { 201: dictionary } } },
    async (request, reply) => {
      const { organizationId } = member(request);
      const headers = ({ version }: Dictionary) => ({ etag: etag(version) });
      const remember = rememberAnswer<Dictionary>(request, reply, { status: 201, headers });
      const created = await createDictionary(deps, organizationId, request.body, remember);
      reply.code(201);
      return withEtag(reply, created);
    },
  );

  app.get(
    "/dictionaries/:id",
    { config: read, schema: { params: idParams, response: { 200: dictionary } } },
    async (request, reply) => {
      const { organizationId } = member(request);
      const key = { organizationId, dictionaryId: request.params.id };
      return withEtag(reply, await readDictionary(deps, key));
    },
  );

  app.patch(
    "/dictionaries/:id",
    {
      config: write,
      schema: { params: idParams, body: dictionaryUpdate, response: { 200: dictionary } },
    },
    async (request, reply) => {
      const target = writeOf(request, request.params.id);
      return withEtag(reply, await changeDictionary(deps, target, request.body));
    },
  );

  app.delete(
    "/dictionaries/:id",
    { config: write, schema: { params: idParams, response: { 200: dictionary } } },
    async (request) => removeDictionary(deps, writeOf(request, request.params.id)),
  );
};
