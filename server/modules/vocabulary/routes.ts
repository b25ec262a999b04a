import type { FastifyRequest } from "fastify";
import { reflectionEndpoints, vocabularyEndpoints } from "../../../domain/api/vocabulary.ts";
import { type AreaRoutes, program } from "../../context.ts";
import { implement } from "../../implement.ts";
import { listChanges } from "./service/readChanges.ts";
import { answerVocabulary, readLimiter, reportVocabulary } from "./service/readVocabulary.ts";
import { readDictionaryReflection, readReflection } from "./service/reflection.ts";
import { StoredAnswers } from "./service/storedAnswers.ts";

/** Fastify answers HEAD by the handler of GET, and sends nothing of it. */
const isRead = ({ method }: FastifyRequest) => method !== "HEAD";

export const vocabularyRoutes: AreaRoutes = (app, deps) => {
  const answers = new StoredAnswers();
  app.addHook("onClose", async () => answers.close());
  const reading = { ...deps, limiter: readLimiter(), answers };
  implement(app, vocabularyEndpoints, {
    "GET /vocabulary": ({ request, query }) =>
      answerVocabulary(reading, program(request), query, {
        held: request.headers["if-none-match"],
        isRead: isRead(request),
      }),
    "GET /vocabulary/report": ({ request, query }) =>
      reportVocabulary(reading, program(request), query),
    "GET /vocabulary/changes": ({ request, query }) =>
      listChanges(deps, program(request), query, { isRead: isRead(request) }),
  });
};

export const reflectionRoutes: AreaRoutes = (app, deps) =>
  implement(app, reflectionEndpoints, {
    "GET /reflection": ({ member }) => readReflection(deps, member.organizationId),
    "GET /dictionaries/{id}/reflection": ({ member: { organizationId }, params }) =>
      readDictionaryReflection(deps, { organizationId, dictionaryId: params.id }),
  });
