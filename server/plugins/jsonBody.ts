import fp from "fastify-plugin";
import { BODY_LIMIT } from "../bodyLimits.ts";
import { isNestedDeeper } from "../jsonDepth.ts";
import { badRequest } from "../problem.ts";

/** Far more than any schema has. */
const DEEPEST = 32;

/** Bodies must be JSON, otherwise 415; uploads register multipart themselves. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, sent, done) => {
    const body = String(sent);
    // ra-data-simple-rest sends a media type with a DELETE without body.
    if (body === "" && request.method === "DELETE") done(null, undefined);
    else if (body.length > BODY_LIMIT && isNestedDeeper(body, DEEPEST)) done(badRequest());
    else parseJson(request, body, done);
  });
});
