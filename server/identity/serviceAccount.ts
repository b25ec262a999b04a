import type { Credential } from "firebase-admin/app";
import { atMostEvery } from "../atMostEvery.ts";
import { CredentialRefusedError, IdentityUnavailableError } from "./identity.ts";

const ASK_AGAIN_MS = 10_000;
const NOT_ARRIVED = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;

/**
 * Tries the service account by an access token, which the library keeps until shortly before it
 * expires. Calls within 10 s get the same answer. Throws CredentialRefusedError without a
 * usable account, IdentityUnavailableError if Google does not answer.
 */
export function serviceAccountCheck(
  credential: Pick<Credential, "getAccessToken">,
  now: () => Date = () => new Date(),
): () => Promise<void> {
  return atMostEvery(ASK_AGAIN_MS, now, () => tried(credential));
}

async function tried(credential: Pick<Credential, "getAccessToken">): Promise<void> {
  try {
    await credential.getAccessToken();
  } catch (error) {
    const { code, status, message } = Object(error);
    const isAway = NOT_ARRIVED.test(String(code)) || status >= 500 || status === 429;
    const reason = String(message).split("\n", 1)[0];
    throw isAway
      ? new IdentityUnavailableError(`Google gave no access token: ${reason}`)
      : new CredentialRefusedError(`GOOGLE_APPLICATION_CREDENTIALS: ${reason}`);
  }
}
