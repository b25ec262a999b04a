import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { CallError } from "./callError.ts";

const ISSUERS = {
  idToken: "https://securetoken.google.com/memory",
  sessionCookie: "https://session.firebase.google.com/memory",
} as const;
type TokenKind = keyof typeof ISSUERS;

/** Times in seconds since 1970, as in every JSON Web Token. */
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string(),
  name: z.string(),
  auth_time: z.number(),
  iat: z.number(),
  exp: z.number(),
  /** Stated by tests only: the memory has no second factors, and no way but the password. */
  sign_in_second_factor: z.string().optional(),
  sign_in_provider: z.string().optional(),
});

export type TokenClaims = Omit<z.output<typeof claims>, "iss">;

/** JSON Web Tokens that only the creating instance accepts. */
export class Tokens {
  readonly #key = randomBytes(32);

  sign(kind: TokenKind, content: TokenClaims): string {
    const { sub, email } = content;
    const firebase = { identities: { email: [email] }, sign_in_provider: "password" };
    // Firebase has none, because users do not sign out and in within a second (docs/decisions/043).
    const jti = randomUUID();
    const payload = { ...content, iss: ISSUERS[kind], user_id: sub, jti, firebase };
    const signed = [{ alg: "HS256", typ: "JWT" }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${signed}.${this.#signature(signed).toString("base64url")}`;
  }

  read(kind: TokenKind, text: string): TokenClaims {
    const content = this.#content(text);
    if (content.iss !== ISSUERS[kind]) throw new CallError("INVALID_ID_TOKEN");
    if (content.exp * 1000 <= Date.now()) throw new CallError("TOKEN_EXPIRED");
    return content;
  }

  #content(text: string) {
    const [header = "", payload = "", signature = ""] = text.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = this.#signature(`${header}.${payload}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new CallError("INVALID_ID_TOKEN");
    }
    return claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  }

  #signature(signed: string): Buffer {
    return createHmac("sha256", this.#key).update(signed).digest();
  }
}
