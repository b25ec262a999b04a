import { z } from "zod";
import { CredentialRefusedError, IdentityUnavailableError } from "./identity.ts";

const MAIL_LIMIT_MS = 10_000;
/** Shorter than a readiness probe waits. */
const PING_LIMIT_MS = 2_000;
/** The call has no parameter but the key, so a bad request is a bad key. */
const REFUSALS = [400, 401, 403];
const errorAnswer = z.object({ error: z.object({ message: z.string() }) });

async function reasonIn(response: Response): Promise<string> {
  const answer = errorAnswer.safeParse(await response.json().catch(() => null));
  return answer.success ? answer.data.error.message : `status ${response.status}`;
}

/** Calls that firebase-admin lacks, sent to the public API with the browser's API key. */
export class PublicCalls {
  readonly #base: string;
  readonly #key: string;

  constructor(apiKey: string, emulatorUrl: string | null) {
    this.#base = `${emulatorUrl ?? "https:/"}/identitytoolkit.googleapis.com/v1`;
    this.#key = `key=${encodeURIComponent(apiKey)}`;
  }

  async sendPasswordReset(email: string, continueUrl?: string): Promise<void> {
    const response = await this.#fetch("accounts:sendOobCode", MAIL_LIMIT_MS, {
      method: "POST",
      headers: { "content-type": "application/json", "x-firebase-locale": "ja" },
      body: JSON.stringify({ requestType: "PASSWORD_RESET", email, continueUrl }),
    });
    if (response.ok) return;
    const reason = await reasonIn(response);
    // Do not reveal which addresses exist.
    if (reason.startsWith("EMAIL_NOT_FOUND")) return;
    // The console's host is not among the project's authorized domains: a mail that does not lead
    // back is better than none.
    if (continueUrl && reason.startsWith("UNAUTHORIZED_DOMAIN")) {
      return this.sendPasswordReset(email);
    }
    throw new IdentityUnavailableError(`no password mail was sent (${reason})`);
  }

  async ping(): Promise<void> {
    const response = await this.#fetch("projects", PING_LIMIT_MS);
    const { status } = response;
    if (REFUSALS.includes(status)) {
      throw new CredentialRefusedError(`FIREBASE_API_KEY: refused (${await reasonIn(response)})`);
    }
    await response.body?.cancel();
    if (status >= 500) throw new IdentityUnavailableError(`the identity service answers ${status}`);
  }

  async #fetch(call: string, limitMs: number, init: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(`${this.#base}/${call}?${this.#key}`, {
        ...init,
        signal: AbortSignal.timeout(limitMs),
      });
    } catch (error) {
      throw new IdentityUnavailableError("the identity service did not answer", { cause: error });
    }
  }
}
