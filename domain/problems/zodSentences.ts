import { z } from "zod";
import { fieldLabel } from "./fieldLabels.ts";
import { fieldSentences } from "./sentences.ts";

/** The Japanese sentence for a zod issue without a message of its own; a map for `z.config`. */
const sentenceFor: z.core.$ZodErrorMap = (issue) => {
  const label = fieldLabel(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return fieldSentences.notAllowed;
    case "invalid_value":
      return isMissing(issue.input) ? fieldSentences.choose(label) : fieldSentences.choice(label);
    case "too_small":
      return issue.origin === "string"
        ? fieldSentences.required(label)
        : fieldSentences.atLeast(Number(issue.minimum) + (issue.inclusive ? 0 : 1), label);
    case "too_big":
      return issue.origin === "string"
        ? fieldSentences.tooLong(Number(issue.maximum), label)
        : fieldSentences.atMost(Number(issue.maximum), label);
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return fieldSentences.required(label);
      if (issue.expected === "int" || issue.expected === "number")
        return fieldSentences.wholeNumber(label);
      return fieldSentences.wrongType(label);
    default:
      return fieldSentences.wrongType(label);
  }
};

function isMissing(input: unknown): boolean {
  return input === undefined || input === null || input === "";
}

/**
 * Every file with a schema imports this one first. Without `jitless` zod tries `new
 * Function`, which each page reports as a violation of its Content-Security-Policy. Objects of this
 * size are checked as fast without it.
 */
z.config({ customError: sentenceFor, jitless: true });
