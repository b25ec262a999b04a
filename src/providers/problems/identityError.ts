import { errors } from "../../i18n/ja/errors.ts";

const { identity } = errors;

/** Messages by code. A wrong address and a wrong password have the same message. */
const sentences: Record<string, string> = {
  "auth/wrong-password": identity.credential,
  "auth/user-not-found": identity.credential,
  "auth/invalid-credential": identity.credential,
  "auth/invalid-login-credentials": identity.credential,
  "auth/user-disabled": identity.disabled,
  "auth/user-token-expired": errors.sessionExpired,
  "auth/too-many-requests": identity.tooMany,
  "auth/invalid-email": identity.emailFormat,
  "auth/email-already-in-use": identity.emailInUse,
  "auth/weak-password": identity.weakPassword,
  "auth/password-does-not-meet-requirements": identity.weakPassword,
  "auth/missing-recaptcha-token": identity.captcha,
  "auth/invalid-recaptcha-token": identity.captcha,
  "auth/multi-factor-auth-required": identity.multiFactor,
  "auth/user-mismatch": identity.userMismatch,
  "auth/account-exists-with-different-credential": identity.otherMethod,
  "auth/popup-blocked": identity.popupBlocked,
  "auth/popup-closed-by-user": identity.popupClosed,
  "auth/cancelled-popup-request": identity.popupClosed,
  "auth/unauthorized-domain": identity.domain,
  "auth/invalid-api-key": identity.setup,
  "auth/operation-not-allowed": identity.setup,
  "auth/web-storage-unsupported": identity.storage,
  "auth/expired-action-code": identity.link,
  "auth/invalid-action-code": identity.link,
  "auth/requires-recent-login": identity.recentLogin,
  // The 503 of https://cloud.google.com/apis/design/errors, as the SDK spells it.
  "auth/the-service-is-currently-unavailable.": identity.away,
};

/** The code of an error of the identity service (`auth/...`); undefined for other errors. */
export function identityCode(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && code.startsWith("auth/") ? code : undefined;
}

/** The message for an error of the identity service; undefined if its code has none. */
export function identityMessage(error: unknown): string | undefined {
  return sentences[identityCode(error) ?? ""];
}

/** The SDK wraps the sentence of an answer in its own message. */
const WRAPPED = /^Firebase: (.+。) \(auth\/[\w-]+\)\.$/u;

/**
 * The sentence of our server, which proxies the embedded identity service. Its code is that of a
 * network error, because the SDK signs people out on other codes.
 */
export function relayedSentence(error: unknown): string | undefined {
  const message = identityCode(error) ? Reflect.get(Object(error), "message") : undefined;
  return typeof message === "string" ? WRAPPED.exec(message)?.[1] : undefined;
}

export function isWrongCredential(error: unknown): boolean {
  return identityMessage(error) === identity.credential;
}
