import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

export type Json = Readonly<Record<string, unknown>>;

type Kind = "schemas" | "parameters" | "headers" | "examples" | "responses" | "securitySchemes";

export class Components {
  readonly #parts = new Map<Kind, Map<string, Json>>();

  /** Throws if the name already has another definition. */
  add(kind: Kind, name: string, part: Json): Json {
    const parts = this.#parts.get(kind) ?? new Map<string, Json>();
    this.#parts.set(kind, parts);
    const known = parts.get(name);
    if (known && !isDeepStrictEqual(known, part)) {
      throw new Error(`${kind}/${name} has two definitions in the OpenAPI document`);
    }
    parts.set(name, part);
    return referTo(kind, name);
  }

  once(kind: Kind, name: string, write: () => Json): Json {
    return this.#parts.get(kind)?.has(name) ? referTo(kind, name) : this.add(kind, name, write());
  }

  toJSON(): Json {
    const kinds = [...this.#parts].map(([kind, parts]) => [kind, Object.fromEntries(parts)]);
    return Object.fromEntries(kinds);
  }
}

function referTo(kind: Kind, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

const meant = z.object({
  sentAs: z.record(z.string(), z.unknown()),
  description: z.string().optional(),
});

/** `sentAs` in the metadata replaces the schema of a value that is parsed from text. */
export function schemaOf(components: Components, schema: z.ZodType, io: "input" | "output"): Json {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, { io, override: readable(io) });
  for (const [name, definition] of Object.entries($defs)) {
    components.add("schemas", name, inDocument(definition));
  }
  return inDocument(json);
}

const readable =
  (io: "input" | "output") =>
  ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    // The format already implies the pattern.
    if (jsonSchema.format !== undefined) {
      delete jsonSchema.pattern;
      delete jsonSchema.allOf;
    }
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    // Clients must accept new fields in answers.
    if (io === "output" && jsonSchema.additionalProperties === false) {
      delete jsonSchema.additionalProperties;
    }
    if (typeof jsonSchema.propertyNames === "object") {
      const { enum: keys } = jsonSchema.propertyNames;
      const value = jsonSchema.additionalProperties ?? {};
      delete jsonSchema.propertyNames;
      if (!keys) return;
      jsonSchema.properties = Object.fromEntries(keys.map((key) => [String(key), value]));
      delete jsonSchema.additionalProperties;
    }
  };

function inDocument(json: object): Json {
  return JSON.parse(JSON.stringify(json), (key, value: unknown) => {
    if (key === "$ref" && typeof value === "string") {
      return value.replace("#/$defs/", "#/components/schemas/");
    }
    const { data } = meant.safeParse(value);
    if (!data) return value;
    const { sentAs, description } = data;
    return description === undefined ? sentAs : { description, ...sentAs };
  });
}

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
