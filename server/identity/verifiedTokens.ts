import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import {
  CredentialRefusedError,
  IdentityUnavailableError,
  TokenInvalidError,
  type VerifiedToken,
} from "./identity.ts";

/** How long a revocation by another process may stay unnoticed. */
const REMEMBER_MS = 60_000;
/**
 * How long a verified token stays valid while the service is unavailable
 * (docs/product/sign-in.md#identity-service-away).
 */
const HOLD_MS = 15 * 60_000;
const ASK_AGAIN_MS = 10_000;
const MAX_TOKENS = 10_000;

interface Remembered {
  token: VerifiedToken;
  asked: number;
}

/** Caches verified tokens by SHA-256, never invalid ones. Concurrent requests share one call. */
export class VerifiedTokens {
  readonly #now: () => number;
  readonly #known = new LRUCache<string, Remembered>({ max: MAX_TOKENS });
  readonly #asking = new Map<string, Promise<VerifiedToken>>();
  #forgotten = 0;
  #askAgainAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  async verify(text: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const key = hash("sha256", text, "base64");
    const fresh = this.#remembered(key, REMEMBER_MS);
    if (fresh) return fresh;
    const held = this.#askAgainAt === undefined ? undefined : this.#remembered(key, HOLD_MS);
    if (!held) return this.#ask(key, ask);
    // Requests do not wait for a hanging service; one per interval checks whether it is back.
    if (this.#now() >= (this.#askAgainAt ?? 0)) {
      this.#askAgainAt = this.#now() + ASK_AGAIN_MS;
      this.#ask(key, ask).catch(() => {});
    }
    return held;
  }

  #remembered(key: string, forMs: number): VerifiedToken | undefined {
    const known = this.#known.get(key);
    if (!known) return undefined;
    const until = Math.min(known.asked + forMs, known.token.expiresAt.getTime());
    return this.#now() < until ? known.token : undefined;
  }

  async #ask(key: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const asking = this.#asking.get(key);
    if (asking) return asking;
    const answer = this.#answer(key, ask).finally(() => {
      if (this.#asking.get(key) === answer) this.#asking.delete(key);
    });
    this.#asking.set(key, answer);
    return answer;
  }

  async #answer(key: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const asked = this.#now();
    const forgotten = this.#forgotten;
    try {
      const token = await ask();
      this.#askAgainAt = undefined;
      // An answer from before a change of the user must not be cached after it.
      if (forgotten === this.#forgotten) this.#known.set(key, { token, asked });
      return token;
    } catch (error) {
      if (error instanceof TokenInvalidError) this.#refused(key, error);
      if (!(error instanceof IdentityUnavailableError)) throw error;
      this.#askAgainAt = this.#now() + ASK_AGAIN_MS;
      const held = this.#remembered(key, HOLD_MS);
      if (!held) throw error;
      return held;
    }
  }

  #refused(key: string, { reason }: TokenInvalidError) {
    // Expired and malformed tokens are detected locally, so they do not show that the service is
    // back.
    if (reason === "revoked" || reason === "disabled") this.#askAgainAt = undefined;
    const known = this.#known.get(key);
    if (known) this.forget(known.token.uid);
  }

  forget(userId: string) {
    this.#forgotten += 1;
    this.#asking.clear();
    for (const [key, { token }] of [...this.#known]) {
      if (token.uid === userId) this.#known.delete(key);
    }
  }
}

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
