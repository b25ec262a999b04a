import type { Problem } from "../../domain/problems/problem.ts";
import { messageFor } from "../providers/problems/errorMessage.ts";

/** Why a write failed, as a screen shows it. */
export interface WriteProblem {
  error: unknown;
  /** A finished sentence. */
  message: string;
  /** A sentence per invalid field, for the form. */
  fields: Readonly<Record<string, string>> | undefined;
  /** The answer of the API; undefined if none arrived. */
  answer: Problem | undefined;
}

export function writeProblem(error: unknown): WriteProblem {
  const answer = answerOf(error);
  return { error, message: messageFor(error), fields: answer?.errors, answer };
}

/** The problem with which the API answered; `code` tells what it says beside its sentence. */
export function answerOf(error: unknown): Problem | undefined {
  const { body } = Object(error);
  return isProblem(body) ? body : undefined;
}

/**
 * The API is taken at its word, which its declarations type (domain/problems/problem.ts). The list of
 * codes would be 700 bytes of each page.
 */
function isProblem(body: unknown): body is Problem {
  return typeof Object(body).code === "string";
}
