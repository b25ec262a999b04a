import type { Credential } from "firebase-admin/app";
import { CredentialRefusedError, IdentityUnavailableError } from "./identity.ts";

const NOT_ARRIVED = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET)/;
/** Shorter than a readiness probe waits. */
const LIMIT_MS = 2_000;
/** The call asks for an account that no project has, so a bad request is a bad project or role. */
const REFUSALS = [400, 401, 403, 404];
const NO_ACCOUNT = { localId: ["readiness-probe"] };
const GOOGLE = "https://identitytoolkit.googleapis.com";

interface Tried {
  credential: Pick<Credential, "getAccessToken">;
  projectId: string;
  /** Where the identity service is. */
  base?: string;
}

/**
 * Tries the service account: the library keeps an access token for an hour, so the account is asked
 * for something with it. Throws CredentialRefusedError without a usable account,
 * IdentityUnavailableError if Google does not answer.
 */
export async function tryServiceAccount({
  credential,
  projectId,
  base = GOOGLE,
}: Tried): Promise<void> {
  const token = await accessToken(credential);
  const { status } = await lookUp(`${base}/v1/projects/${projectId}/accounts:lookup`, token);
  if (REFUSALS.includes(status)) {
    throw refused(`the identity service answers its calls with ${status}`);
  }
  if (status >= 500) throw new IdentityUnavailableError(`the identity service answers ${status}`);
}

async function lookUp(url: string, token: string): Promise<Response> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(NO_ACCOUNT),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    await response.body?.cancel();
    return response;
  } catch (error) {
    throw new IdentityUnavailableError("the identity service did not answer", { cause: error });
  }
}

async function accessToken(credential: Tried["credential"]): Promise<string> {
  try {
    return (await credential.getAccessToken()).access_token;
  } catch (error) {
    const { code, status, message } = Object(error);
    const isAway = NOT_ARRIVED.test(String(code)) || status >= 500 || status === 429;
    const reason = String(message).split("\n", 1)[0] ?? "";
    throw isAway
      ? new IdentityUnavailableError(`Google gave no access token: ${reason}`)
      : refused(reason);
  }
}

function refused(reason: string): CredentialRefusedError {
  return new CredentialRefusedError(`GOOGLE_APPLICATION_CREDENTIALS: ${reason}`);
}
