import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import { stepAt, toBase32, totpCode } from "./totp.ts";

/** A call of firebase/auth by its path, such as `/v2/accounts/mfaSignIn:finalize`. */
export interface ToolkitCall {
  path: string;
  body: unknown;
}

export interface ToolkitAnswer {
  status: number;
  json: Record<string, unknown>;
}

interface LayerParts {
  /** The identity service behind, which knows no codes. */
  forward: (call: ToolkitCall) => Promise<ToolkitAnswer>;
  /** The same ID token, of a sign-in with a code. */
  restate: (idToken: string) => string;
  now?: () => Date;
}

interface Factor {
  mfaEnrollmentId: string;
  displayName: string;
  enrolledAt: string;
  secret: string;
  usedStep: number;
}

const tokens = z.looseObject({
  localId: z.string(),
  idToken: z.string(),
  refreshToken: z.string(),
});
const verification = z.object({
  sessionInfo: z.string().optional(),
  verificationCode: z.string(),
});
const account = z.looseObject({
  localId: z.string(),
  emailVerified: z.boolean().optional(),
});

/**
 * Codes of an app (TOTP) in front of an identity service without them, in the forms of the REST API
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment). It
 * checks real codes, each once, with one step of tolerance. Other calls pass.
 */
export function totpLayer({ forward, restate, now = () => new Date() }: LayerParts) {
  const factors = new Map<string, Factor[]>();
  const secrets = new Map<string, string>();
  const pending = new Map<string, z.output<typeof tokens>>();
  /** The latest refresh token of each account. */
  const refreshTokens = new Map<string, string>();
  /** Refresh tokens of sign-ins with a code. */
  const strong = new Set<string>();

  const error = (message: string): ToolkitAnswer => ({
    status: 400,
    json: { error: { code: 400, message, errors: [{ message, domain: "global" }] } },
  });
  const factorsOf = (localId: string) => factors.get(localId) ?? [];
  const infoOf = (localId: string) =>
    factorsOf(localId).map(({ secret: _, usedStep: __, ...factor }) => ({
      ...factor,
      totpInfo: {},
    }));

  const stepOf = (secret: string, code: string) => {
    const current = stepAt(now());
    return [current, current - 1, current + 1].find((step) => totpCode(secret, step) === code);
  };
  const withFactor = (localId: string, idToken: string): ToolkitAnswer => {
    const refreshToken = refreshTokens.get(localId) ?? "";
    strong.add(refreshToken);
    return { status: 200, json: { idToken: restate(idToken), refreshToken } };
  };

  async function holderOf(idToken: string) {
    const { json } = await forward({ path: "/v1/accounts:lookup", body: { idToken } });
    return account.parse(z.array(z.unknown()).parse(json.users)[0]);
  }

  async function signIn(call: ToolkitCall): Promise<ToolkitAnswer> {
    const answer = await forward(call);
    if (answer.status !== 200) return answer;
    const given = tokens.parse(answer.json);
    refreshTokens.set(given.localId, given.refreshToken);
    if (factorsOf(given.localId).length === 0) return answer;
    const mfaPendingCredential = randomUUID();
    pending.set(mfaPendingCredential, given);
    const { idToken: _, refreshToken: __, expiresIn: ___, ...known } = given;
    return {
      status: 200,
      json: { ...known, mfaPendingCredential, mfaInfo: infoOf(given.localId) },
    };
  }

  function finishSignIn(body: unknown): ToolkitAnswer {
    const asked = z
      .object({
        mfaPendingCredential: z.string(),
        mfaEnrollmentId: z.string(),
        totpVerificationInfo: verification,
      })
      .parse(body);
    const given = pending.get(asked.mfaPendingCredential);
    if (!given) return error("INVALID_MFA_PENDING_CREDENTIAL");
    const factor = factorsOf(given.localId).find(
      ({ mfaEnrollmentId }) => mfaEnrollmentId === asked.mfaEnrollmentId,
    );
    if (!factor) return error("MFA_ENROLLMENT_NOT_FOUND");
    const step = stepOf(factor.secret, asked.totpVerificationInfo.verificationCode);
    if (step === undefined || step <= factor.usedStep) return error("INVALID_CODE");
    factor.usedStep = step;
    pending.delete(asked.mfaPendingCredential);
    return withFactor(given.localId, given.idToken);
  }

  async function startEnrolment(body: unknown): Promise<ToolkitAnswer> {
    const { idToken } = z
      .object({ idToken: z.string(), totpEnrollmentInfo: z.object({}) })
      .parse(body);
    const { localId, emailVerified } = await holderOf(idToken);
    if (!emailVerified) return error("UNVERIFIED_EMAIL");
    if (factorsOf(localId).length > 0) return error("SECOND_FACTOR_EXISTS");
    const sessionInfo = randomUUID();
    const sharedSecretKey = toBase32(randomBytes(20));
    secrets.set(sessionInfo, sharedSecretKey);
    const totpSessionInfo = {
      sharedSecretKey,
      verificationCodeLength: 6,
      hashingAlgorithm: "SHA1",
      periodSec: 30,
      sessionInfo,
      finalizeEnrollmentTime: new Date(now().getTime() + 300_000).toISOString(),
    };
    return { status: 200, json: { totpSessionInfo } };
  }

  async function finishEnrolment(body: unknown): Promise<ToolkitAnswer> {
    const asked = z
      .object({
        idToken: z.string(),
        displayName: z.string(),
        totpVerificationInfo: verification.required(),
      })
      .parse(body);
    const { sessionInfo, verificationCode } = asked.totpVerificationInfo;
    const secret = secrets.get(sessionInfo);
    if (!secret) return error("INVALID_SESSION_INFO");
    const usedStep = stepOf(secret, verificationCode);
    if (usedStep === undefined) return error("INVALID_CODE");
    const { localId } = await holderOf(asked.idToken);
    const enrolledAt = now().toISOString();
    const { displayName } = asked;
    factors.set(localId, [
      { mfaEnrollmentId: randomUUID(), displayName, enrolledAt, secret, usedStep },
    ]);
    return withFactor(localId, asked.idToken);
  }

  async function withdraw(body: unknown): Promise<ToolkitAnswer> {
    const asked = z.object({ idToken: z.string(), mfaEnrollmentId: z.string() }).parse(body);
    const { localId } = await holderOf(asked.idToken);
    const left = factorsOf(localId).filter(
      ({ mfaEnrollmentId }) => mfaEnrollmentId !== asked.mfaEnrollmentId,
    );
    if (left.length === factorsOf(localId).length) return error("MFA_ENROLLMENT_NOT_FOUND");
    factors.set(localId, left);
    const refreshToken = refreshTokens.get(localId) ?? "";
    return { status: 200, json: { idToken: asked.idToken, refreshToken } };
  }

  async function lookUp(call: ToolkitCall): Promise<ToolkitAnswer> {
    const answer = await forward(call);
    const users = z.array(account).optional().parse(answer.json.users);
    if (!users) return answer;
    const withFactors = users.map((user) => ({ ...user, mfaInfo: infoOf(user.localId) }));
    return { ...answer, json: { ...answer.json, users: withFactors } };
  }

  async function refresh(call: ToolkitCall): Promise<ToolkitAnswer> {
    const answer = await forward(call);
    const sent = z.looseObject({ refresh_token: z.string() }).parse(call.body);
    if (answer.status !== 200 || !strong.has(sent.refresh_token)) return answer;
    const fresh = z.looseObject({ id_token: z.string(), refresh_token: z.string() });
    const { id_token, refresh_token } = fresh.parse(answer.json);
    strong.add(refresh_token);
    return { ...answer, json: { ...answer.json, id_token: restate(id_token) } };
  }

  const own: Record<string, (call: ToolkitCall) => ToolkitAnswer | Promise<ToolkitAnswer>> = {
    "/v1/accounts:signInWithPassword": signIn,
    "/v1/accounts:lookup": lookUp,
    "/v1/token": refresh,
    "/v2/accounts/mfaSignIn:finalize": ({ body }) => finishSignIn(body),
    "/v2/accounts/mfaEnrollment:start": ({ body }) => startEnrolment(body),
    "/v2/accounts/mfaEnrollment:finalize": ({ body }) => finishEnrolment(body),
    "/v2/accounts/mfaEnrollment:withdraw": ({ body }) => withdraw(body),
  };

  return {
    answer: async (call: ToolkitCall): Promise<ToolkitAnswer> => (own[call.path] ?? forward)(call),
    /** Gives an account a factor, as if it had been enrolled before; returns its secret. */
    enrolled(localId: string): string {
      const secret = toBase32(randomBytes(20));
      const factor = { mfaEnrollmentId: randomUUID(), displayName: "app", secret, usedStep: 0 };
      factors.set(localId, [{ ...factor, enrolledAt: now().toISOString() }]);
      return secret;
    },
  };
}
