import fp from "fastify-plugin";

/** Bodies are JSON (multipart for uploads, which register it themselves); all else is 415. */
export const jsonBody = fp(async (app) => {
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // ra-data-simple-rest names a media type with a DELETE that has no body.
    if (body === "" && request.method === "DELETE") done(null, undefined);
    else parseJson(request, String(body), done);
  });
});
