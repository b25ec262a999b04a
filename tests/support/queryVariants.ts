import { z } from "zod";

/** The part of a JSON schema by which a value is chosen. */
const parameterSchema = z.looseObject({
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  sentAs: z.looseObject({ type: z.string(), items: z.looseObject({}).optional() }).optional(),
});
type ParameterSchema = z.infer<typeof parameterSchema>;

const objectSchema = z.looseObject({
  properties: z.record(z.string(), parameterSchema).default({}),
});

/** Short and long words are searched in different ways. */
const WORDS = ["試", "試験", "試験太郎の語"];

function valuesOf(name: string, { sentAs, ...schema }: ParameterSchema): readonly string[] {
  const items = sentAs?.items && parameterSchema.parse(sentAs.items);
  const listed =
    schema.enum ?? items?.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (listed) return listed;
  if (name === "q") return WORDS;
  if (schema.format === "uuid") return ["00000000-0000-4000-8000-000000000000"];
  if (schema.format === "date") return ["2026-11-01"];
  if (name.endsWith("Month")) return ["2026-11"];
  const isNumber = schema.type === "integer" || sentAs?.type === "integer";
  return isNumber || (schema.type === "string" && schema.pattern === undefined) ? ["1"] : [];
}

/** Each value of each parameter of a query, such as `["sort", "name,desc"]`, `["locked", "mine"]`. */
export function queryVariants(query: z.ZodType): [name: string, value: string][] {
  const json = z.toJSONSchema(query, { io: "input", unrepresentable: "any" });
  return Object.entries(objectSchema.parse(json).properties).flatMap(([name, schema]) =>
    valuesOf(name, schema).map((value): [string, string] => [name, value]),
  );
}
