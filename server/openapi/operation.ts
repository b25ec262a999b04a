import { STATUS_CODES } from "node:http";
import type { z } from "zod";
import { type Credential, credentialsOf } from "../../domain/access.ts";
import { type Area, type Endpoint, successStatus } from "../../domain/api/endpoint.ts";
import type { Components, Json } from "./components.ts";
import { etagHeader, fileHeaders, rateLimitHeaders, vocabularyHeaders } from "./headers.ts";
import { parametersOf } from "./parameters.ts";
import { isKeyed, problemCodesOf } from "./problemCodes.ts";
import { problemResponses } from "./problems.ts";
import { schemaOf } from "./schemas.ts";

/** The security schemes of the document by area and credential. */
const schemes: Readonly<Record<Area, Readonly<Record<Credential, string>>>> = {
  staff: { user: "idToken", serviceKey: "serviceKey" },
  admin: { user: "adminSession", serviceKey: "serviceKey" },
};

export function operationOf(components: Components, method: string, endpoint: Endpoint): Json {
  const { operationId, summary, description, area, access, body, upload } = endpoint;
  const parameters = parametersOf(components, endpoint, { keyed: isKeyed(method, endpoint) });
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [area],
    security: credentialsOf(access).map((credential) => ({ [schemes[area][credential]]: [] })),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            // A missing body counts as an empty object.
            required: !body.safeParse({}).success,
            content: {
              [upload ? "multipart/form-data" : "application/json"]: {
                schema: schemaOf(components, body, "input"),
              },
            },
          },
        }
      : {}),
    responses: {
      [successStatus(endpoint)]: success(components, endpoint),
      ...(endpoint.media ? { 304: { description: STATUS_CODES[304] } } : {}),
      ...problemResponses(components, problemCodesOf(method, endpoint), currentOf(endpoint)),
    },
  };
}

/** The schema of the record that If-Match is about. */
function currentOf({ ifMatch, answers }: Endpoint): z.ZodType | undefined {
  if (ifMatch !== true) return ifMatch;
  return Object.values(answers)[0] ?? undefined;
}

function success(components: Components, endpoint: Endpoint): Json {
  const { access, answers, etag, file, media, callsPerMinute } = endpoint;
  const [answer] = Object.values(answers);
  const isLimited = callsPerMinute !== undefined || credentialsOf(access).length > 0;
  const headers = {
    ...(etag ? etagHeader(components) : {}),
    ...(file ? fileHeaders(components) : {}),
    ...(media ? vocabularyHeaders(components) : {}),
    ...(isLimited ? rateLimitHeaders(components) : {}),
  };
  return {
    description: STATUS_CODES[successStatus(endpoint)],
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(answer
      ? {
          content: {
            ...contentOf(components, endpoint, answer),
          },
        }
      : {}),
  };
}

function contentOf(
  components: Components,
  { stream, file, media }: Endpoint,
  answer: z.ZodType,
): Json {
  const type = stream ? "text/event-stream" : (file ?? "application/json");
  return Object.fromEntries(
    Object.entries(media ?? { [type]: answer }).map(([name, form]) => [
      name,
      { schema: schemaOf(components, form, "output") },
    ]),
  );
}
