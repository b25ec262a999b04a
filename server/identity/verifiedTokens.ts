import { createHash } from "node:crypto";
import { IdentityUnavailableError, TokenInvalidError, type VerifiedToken } from "./identity.ts";

/** How long a revocation may go unseen by a request that this process did not cause itself. */
const REMEMBER_MS = 60_000;
/** How long an answer holds while the service is away, so that who is signed in can go on (design 10). */
const HOLD_MS = 15 * 60_000;
/** Between two questions about remembered tokens to a service that was away at last. */
const ASK_AGAIN_MS = 10_000;
const MAX_TOKENS = 10_000;

interface Remembered {
  token: VerifiedToken;
  /** When the service was asked for it. */
  asked: number;
}

/**
 * Good answers of the identity service, by the SHA-256 of the token: asking is a remote call in
 * production. Bad answers are never kept. Requests that come with one token at once ask once.
 */
export class VerifiedTokens {
  readonly #now: () => number;
  readonly #known = new Map<string, Remembered>();
  readonly #asking = new Map<string, Promise<VerifiedToken>>();
  #forgotten = 0;
  /** Set while the service is away: when a request with a remembered token may ask it again. */
  #askAgainAt: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  async verify(text: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const key = createHash("sha256").update(text).digest("base64");
    const fresh = this.#remembered(key, REMEMBER_MS);
    if (fresh) return fresh;
    const held = this.#askAgainAt === undefined ? undefined : this.#remembered(key, HOLD_MS);
    if (!held) return this.#ask(key, ask);
    // Nobody waits for a service that hangs, and one request in a while finds out that it is back.
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
      // An answer from before a change of the user says nothing about the time after it.
      if (forgotten === this.#forgotten) this.#remember(key, { token, asked });
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
    // An expired or malformed token is told apart here, without the service.
    if (reason === "revoked" || reason === "disabled") this.#askAgainAt = undefined;
    const known = this.#known.get(key);
    if (known) this.forget(known.token.uid);
  }

  #remember(key: string, known: Remembered) {
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#known.size > MAX_TOKENS) {
      const oldest = this.#known.keys().next();
      if (!oldest.done) this.#known.delete(oldest.value);
    }
  }

  forget(userId: string) {
    this.#forgotten += 1;
    this.#asking.clear();
    for (const [key, { token }] of this.#known) {
      if (token.uid === userId) this.#known.delete(key);
    }
  }
}
