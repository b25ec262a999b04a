import { HttpError } from "react-admin";

export function isGone(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}
