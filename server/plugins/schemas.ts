import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.d.ts";
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
import { declaredFields } from "./declaredFields.ts";

/** An answer must not be larger than the request that it rejects. */
const UNKNOWN_KEYS_TOLD = 20;

/** PostgreSQL text cannot contain it, so nothing can match. */
const NUL = "\0";

export const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const nuls = httpPart === "body" ? {} : nulErrors(data);
    const result = safeParse(schema, httpPart === "body" ? (data ?? {}) : data);
    const errors = { ...fieldErrors(result.error?.issues ?? []), ...nuls };
    if (result.success && Object.keys(errors).length === 0) return { value: result.data };
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
      const told = issue.keys.slice(0, UNKNOWN_KEYS_TOLD - unknownKeys);
      unknownKeys += told.length;
      for (const key of told) note([...issue.path, shortened(key)], issue.message);
    } else {
      note(issue.path, issue.message);
    }
  }
  return Object.fromEntries(errors);
}

function nulErrors(data: unknown): FieldErrors {
  if (typeof data !== "object" || data === null) return {};
  const withNul = Object.entries(data).filter(([, value]) => String(value).includes(NUL));
  return Object.fromEntries(
    withNul.flatMap(([name, value]) => {
      const character = refusedIn(String(value), false);
      return character ? [[name, fieldSentences.unseen(character)]] : [];
    }),
  );
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
