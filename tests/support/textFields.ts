import { z } from "zod";

/** A JSON schema, as far as it tells where a body takes text. */
interface Shape {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  additionalProperties?: Shape | boolean;
  $ref?: string;
  $defs?: Record<string, Shape>;
}

type Path = readonly (string | number)[];

/** The places of a body that take any text, by its declaration: of lists those of the elements that `body` has. */
export function textFields(schema: z.ZodType, body: unknown): Path[] {
  const root = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
  const walk = (shape: Shape, value: unknown, path: Path): Path[] => {
    const { $ref, properties = {}, items, additionalProperties: others } = shape;
    if ($ref) return walk(root.$defs?.[$ref.split("/").at(-1) ?? ""] ?? {}, value, path);
    const choices = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
    if (choices.length > 0) return choices.flatMap((choice) => walk(choice, value, path));
    const isText = shape.type === "string" && !shape.enum && !shape.const && !shape.format;
    if (isText) return [path];
    const inner = (key: string | number): unknown => Reflect.get(Object(value), key);
    if (items) {
      const elements = Array.isArray(value) ? value : [];
      return elements.flatMap((_, index) => walk(items, inner(index), [...path, index]));
    }
    return [
      ...Object.entries(properties).flatMap(([key, of]) => walk(of, inner(key), [...path, key])),
      ...(typeof others === "object"
        ? Object.keys(Object(value)).flatMap((key) => walk(others, inner(key), [...path, key]))
        : []),
    ];
  };
  const paths = walk(root, body, []);
  return [...new Map(paths.map((path) => [path.join("."), path])).values()];
}

/** The body with a text at a place, whose parents are there. */
export function withText(body: unknown, path: Path, text: string): unknown {
  const copy: unknown = structuredClone(body);
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  if (typeof parent === "object" && parent !== null) Reflect.set(parent, path.at(-1) ?? "", text);
  return copy;
}
