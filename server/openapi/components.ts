import { isDeepStrictEqual } from "node:util";

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
