import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.d.ts";
import { z } from "zod";
import { type $ZodIssue, $ZodType, safeParse } from "zod/v4/core";
import { fieldSentences } from "../../domain/problems/sentences.ts";
import { shortened } from "../../domain/text/shortened.ts";
import { refusedIn } from "../../domain/text/unseen.ts";
import {
  badQuery,
  badRequest,
  type FieldErrors,
  notFound,
  type ProblemError,
  validationFailed,
} from "../problem.ts";

type Pick = (value: unknown) => unknown;

/** Types whose values cannot hold undeclared fields. */
const leaves = [
  z.ZodString,
  z.ZodStringFormat,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodEnum,
  z.ZodLiteral,
  z.ZodNull,
];

/** Copies declared fields only, without validation, which would take ten times as long. */
function declaredFields(schema: $ZodType): Pick {
  if (schema instanceof z.ZodObject) return objectFields(schema);
  if (schema instanceof z.ZodArray) {
    const element = declaredFields(schema.element);
    return (value) => (Array.isArray(value) ? value.map(element) : undeclared());
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = declaredFields(schema.unwrap());
    return (value) => (value === null || value === undefined ? value : inner(value));
  }
  if (leaves.some((leaf) => schema instanceof leaf)) {
    return (value) => (typeof value === "object" && value !== null ? undeclared() : value);
  }
  return (value) => z.encode(schema, value);
}

function objectFields(schema: z.ZodObject): Pick {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) =>
      [name, declaredFields(field), z.safeParse(field, undefined).success] as const,
  );
  return (value) => {
    if (typeof value !== "object" || value === null) return undeclared();
    const picked: Record<string, unknown> = {};
    for (const [name, pick, optional] of fields) {
      const field: unknown = Reflect.get(value, name);
      if (field !== undefined) picked[name] = pick(field);
      else if (!optional) throw new Error(`the answer lacks ${name}`);
    }
    return picked;
  };
}

function undeclared(): never {
  throw new Error("the answer does not match the schema of its route");
}

/** An answer must not be larger than the request that it rejects. */
const UNKNOWN_KEYS_TOLD = 20;

/** PostgreSQL text cannot contain it, so nothing can match. */
const NUL = "\0";

export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const nuls = httpPart === "body" ? undefined : nulErrors(data);
    const result = safeParse(schema, httpPart === "body" ? (data ?? {}) : data);
    if (result.success && !nuls) return { value: result.data };
    const errors = { ...fieldErrors(result.error?.issues ?? []), ...nuls };
    const isUnknown = result.error?.issues.some(({ code }) => code === "unrecognized_keys");
    return { error: partProblem(httpPart, errors, isUnknown) };
  };

/** Serializes an answer to JSON, without fields that its schema does not declare. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema, method, url }) => {
  if (!(schema instanceof $ZodType))
    throw new Error(`${method} ${url} has an answer schema that is not zod`);
  const pick = declaredFields(schema);
  return (data: unknown) => JSON.stringify(pick(data));
};

/** The first sentence per field. Few unknown keys are named: a client can send any number. */
export function fieldErrors(issues: readonly $ZodIssue[]): FieldErrors {
  const errors = new Map<string, string>();
  let unknownKeys = 0;
  const note = (path: readonly PropertyKey[], sentence: string) => {
    const field = path.map(String).join(".");
    if (field !== "" && !errors.has(field)) errors.set(field, sentence);
  };
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const shown = issue.keys.slice(0, UNKNOWN_KEYS_TOLD - unknownKeys);
      unknownKeys += shown.length;
      for (const key of shown) note([...issue.path, shortened(key)], issue.message);
    } else {
      note(issue.path, issue.message);
    }
  }
  return Object.fromEntries(errors);
}

function nulErrors(data: unknown): FieldErrors | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  let errors: FieldErrors | undefined;
  for (const [name, value] of Object.entries(data)) {
    const text = String(value);
    const character = text.includes(NUL) ? refusedIn(text, false) : undefined;
    if (character) errors = { ...errors, [name]: fieldSentences.unseen(character) };
  }
  return errors;
}

function partProblem(
  part: string | undefined,
  errors: FieldErrors,
  hasUnknownFields = false,
): ProblemError {
  switch (part) {
    case "params":
      return notFound();
    case "querystring":
      return badQuery(errors);
    case "body":
      return validationFailed(errors, hasUnknownFields);
    default:
      return badRequest({ errors });
  }
}
