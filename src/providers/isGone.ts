import { HttpError } from "react-admin";

/** Whether a record is not there, or not there any more for who asks (404). */
export function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}
