import { createHash } from "node:crypto";
import type { VerifiedToken } from "./identity.ts";

/** How long a revocation may go unseen by a request that this process did not cause itself. */
const REMEMBER_MS = 60_000;
const MOST_TOKENS = 10_000;

interface Remembered {
  token: VerifiedToken;
  until: number;
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

  constructor(now: () => number) {
    this.#now = now;
  }

  async verify(text: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const key = createHash("sha256").update(text).digest("base64");
    const known = this.#known.get(key);
    if (known && this.#now() < known.until) return known.token;
    const asking = this.#asking.get(key);
    if (asking) return asking;
    const answer = this.#ask(key, ask).finally(() => {
      if (this.#asking.get(key) === answer) this.#asking.delete(key);
    });
    this.#asking.set(key, answer);
    return answer;
  }

  async #ask(key: string, ask: () => Promise<VerifiedToken>): Promise<VerifiedToken> {
    const asked = this.#now();
    const forgotten = this.#forgotten;
    const token = await ask();
    // An answer from before a change of the user says nothing about the time after it.
    if (forgotten === this.#forgotten) this.#remember(key, token, asked);
    return token;
  }

  #remember(key: string, token: VerifiedToken, asked: number) {
    const until = Math.min(asked + REMEMBER_MS, token.expiresAt.getTime());
    this.#known.delete(key);
    this.#known.set(key, { token, until });
    if (this.#known.size > MOST_TOKENS) {
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
