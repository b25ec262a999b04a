import { HttpError } from "react-admin";

/** The sentences that the API gives for single fields, by their names. */
export function fieldErrorsIn(error: unknown): object | undefined {
  return error instanceof HttpError ? error.body?.errors : undefined;
}
