import fp from "fastify-plugin";
import { jsonParser } from "./jsonBody.ts";

const TYPE = "application/scim+json";

/** Bodies and answers of /scim/v2 (RFC 7644, 3.1); those of plain JSON are taken as well. */
export const scimMediaType = fp(async (area) => {
  area.addContentTypeParser(TYPE, { parseAs: "string" }, jsonParser(area));
  area.addHook("onSend", (_request, reply, _payload, done) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (type.startsWith("application/json")) reply.type(`${TYPE}; charset=utf-8`);
    done();
  });
});
