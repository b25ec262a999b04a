import fp from "fastify-plugin";
import type { IdentityTarget } from "../identity/openIdentity.ts";
import { isApiRequest } from "./requestRules.ts";

export function hasGoogleSignIn(identity: IdentityTarget): boolean {
  return identity.kind === "firebase" && identity.authDomain !== undefined;
}

/** For projects that enforce it: https://developers.google.com/recaptcha/docs/faq */
const RECAPTCHA = "https://www.google.com/recaptcha/";
const RECAPTCHA_SCRIPTS = [RECAPTCHA, "https://www.gstatic.com/recaptcha/"];
const RECAPTCHA_FRAMES = [RECAPTCHA, "https://recaptcha.google.com/recaptcha/"];

/** The policy of a page: our own files and the addresses of firebase/auth. */
export function pagePolicy(identity: IdentityTarget, nonce: string): string {
  const scripts = ["'self'", `'nonce-${nonce}'`];
  const connections = ["'self'"];
  const frames: string[] = [];
  if (identity.kind === "firebase") {
    connections.push(
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
      RECAPTCHA,
    );
    scripts.push(...RECAPTCHA_SCRIPTS);
    frames.push(...RECAPTCHA_FRAMES);
    if (identity.authDomain !== undefined) {
      scripts.push("https://apis.google.com");
      frames.push(`https://${identity.authDomain}`);
    }
  }
  return policy({
    "default-src": ["'none'"],
    "script-src": scripts,
    "style-src": ["'self'", `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": connections,
    "frame-src": frames.length > 0 ? frames : ["'none'"],
    "manifest-src": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
  });
}

export const referencePolicy = policy({
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
});

const NO_PAGE = policy({
  "default-src": ["'none'"],
  "frame-ancestors": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
});

const HEADERS = {
  "content-security-policy": NO_PAGE,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // Google's sign-in window answers the page that opened it.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
};

const A_YEAR = "max-age=31536000";

export const securityHeaders = fp(async (app) => {
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(HEADERS).header("x-request-id", request.id);
    if (request.protocol === "https") reply.header("strict-transport-security", A_YEAR);
    if (isApiRequest(request)) reply.header("cache-control", "no-store");
    done();
  });
});

function policy(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
