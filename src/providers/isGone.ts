import { HttpError } from "react-admin";

/** Whether the record does not exist, or not for this user (404). */
export function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}
