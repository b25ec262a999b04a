import type { z } from "zod";
import "../../../domain/problems/zodSentences.ts";

type FieldErrors = { [field: string]: string | FieldErrors };

/**
 * react-admin's `validate` for a schema of domain: the first sentence of each invalid field, nested
 * like the values. It does not convert values; the form's `transform` does.
 */
export function validateWith(schema: z.ZodType) {
  return (values: unknown): FieldErrors => {
    const { error } = schema.safeParse(values);
    const errors: FieldErrors = {};
    for (const issue of error?.issues ?? []) put(errors, issue.path.map(String), issue.message);
    return errors;
  };
}

function put(errors: FieldErrors, [field = "root", ...rest]: string[], sentence: string) {
  if (rest.length === 0) {
    errors[field] ??= sentence;
    return;
  }
  const inner = errors[field] ?? {};
  if (typeof inner === "string") return;
  errors[field] = inner;
  put(inner, rest, sentence);
}
