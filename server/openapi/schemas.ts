import { z } from "zod";
import type { Components, Json } from "./components.ts";

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
