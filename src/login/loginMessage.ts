import { messageFor } from "../providers/errorMessage.ts";
import { identityMessage } from "../providers/identityError.ts";

/** What the sign-in page says about a failure, be it the identity service's or the API's. */
export function loginMessage(error: unknown): string {
  return identityMessage(error) ?? messageFor(error);
}
