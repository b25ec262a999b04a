import type { Components, Json } from "./components.ts";

export function retryAfterHeader(components: Components): Json {
  return {
    "Retry-After": components.add("headers", "RetryAfter", {
      description: "Seconds after which another attempt is welcome.",
      required: true,
      schema: { type: "integer", minimum: 1 },
    }),
  };
}

export function etagHeader(components: Components): Json {
  return {
    ETag: components.add("headers", "ETag", {
      description: "The version of the record, for If-Match.",
      required: true,
      schema: { type: "string" },
      example: '"4"',
    }),
  };
}

export function fileHeaders(components: Components): Json {
  return {
    "Content-Disposition": components.add("headers", "ContentDisposition", {
      description: "The name of the file, in `filename*` as of RFC 6266.",
      required: true,
      schema: { type: "string" },
    }),
    "X-Total-Count": components.add("headers", "XTotalCount", {
      description: "The number of rows without the headings. A file with fewer is incomplete.",
      required: true,
      schema: { type: "integer", minimum: 0 },
    }),
  };
}

export function vocabularyHeaders(components: Components): Json {
  const header = (name: string, description: string, schema: Json) =>
    components.add("headers", name.replaceAll("-", ""), { description, required: true, schema });
  return {
    ETag: header("Vocabulary-ETag", "Of revision, workspace and engine, for If-None-Match.", {
      type: "string",
    }),
    "X-Vocabulary-Revision": header("X-Vocabulary-Revision", "The revision of the words.", {
      type: "integer",
      minimum: 1,
    }),
    "X-Omitted": header("X-Omitted", "How many words the engine does not get.", {
      type: "integer",
      minimum: 0,
    }),
  };
}

export function rateLimitHeaders(components: Components): Json {
  const header = (name: string, description: string) =>
    components.add("headers", name.replace("-", ""), {
      description,
      schema: { type: "integer", minimum: 0 },
    });
  return {
    "RateLimit-Limit": header("RateLimit-Limit", "Requests a minute."),
    "RateLimit-Remaining": header("RateLimit-Remaining", "Requests left in this minute."),
    "RateLimit-Reset": header("RateLimit-Reset", "Seconds until the minute is over."),
  };
}
