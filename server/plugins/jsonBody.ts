import fp from "fastify-plugin";

/** Bodies must be JSON, otherwise 415; uploads register multipart themselves. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // ra-data-simple-rest sends a media type with a DELETE without body.
    if (body === "" && request.method === "DELETE") done(null, undefined);
    else parseJson(request, String(body), done);
  });
});
