import { z } from "zod";
import type { AnswerBrowser, BrowserAnswer } from "../../../server/identity/identity.ts";
import { mediaType } from "../../../server/plugins/uploads.ts";
import type { Account } from "./accounts.ts";
import { CallError } from "./callError.ts";
import type { MemoryDirectory, SignIn } from "./directory.ts";

type Call = (directory: MemoryDirectory, body: unknown) => object;

function call<Body>(
  schema: z.ZodType<Body>,
  answer: (directory: MemoryDirectory, body: Body) => object,
): Call {
  return (directory, body) => {
    const read = schema.safeParse(body);
    if (!read.success) throw new CallError("INVALID_REQUEST");
    return answer(directory, read.data);
  };
}

/** Documented at https://cloud.google.com/identity-platform/docs/reference/rest. */
const calls: Readonly<Record<string, Call>> = {
  "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword": call(
    z.object({ email: z.string(), password: z.string() }),
    (directory, { email, password }) => {
      const { account, signIn } = directory.signIn(email, password);
      return { ...about(account), ...tokensOf(signIn), registered: true };
    },
  ),
  "/identitytoolkit.googleapis.com/v1/accounts:lookup": call(
    z.object({ idToken: z.string() }),
    (directory, { idToken }) => ({ users: [about(directory.holderOf(idToken).account)] }),
  ),
  "/identitytoolkit.googleapis.com/v1/accounts:update": call(
    z.object({ idToken: z.string(), password: z.string() }),
    (directory, { idToken, password }) => {
      const { account, signIn } = directory.changePassword(idToken, password);
      return { ...about(account), ...tokensOf(signIn) };
    },
  ),
  "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode": call(
    z.object({
      requestType: z.string().optional(),
      email: z.string(),
      continueUrl: z.string().optional(),
      // Only the owner of the address gets the link.
      returnOobLink: z.literal(false).optional(),
    }),
    (directory, { requestType, email, continueUrl }) => {
      if (requestType === undefined) throw new CallError("MISSING_REQ_TYPE");
      if (requestType !== "PASSWORD_RESET") throw new CallError("OPERATION_NOT_ALLOWED");
      directory.sendPasswordReset(email, continueUrl);
      return { email: email.toLowerCase() };
    },
  ),
  "/identitytoolkit.googleapis.com/v1/accounts:resetPassword": call(
    z.object({ oobCode: z.string(), newPassword: z.string().optional() }),
    (directory, { oobCode, newPassword }) => {
      const { email } = directory.resetPassword(oobCode, newPassword);
      return { email, requestType: "PASSWORD_RESET" };
    },
  ),
  "/securetoken.googleapis.com/v1/token": call(
    z.object({ grant_type: z.literal("refresh_token"), refresh_token: z.string() }),
    (directory, { refresh_token }) => {
      const { account, signIn } = directory.refresh(refresh_token);
      return {
        id_token: signIn.idToken,
        access_token: signIn.idToken,
        refresh_token: signIn.refreshToken,
        expires_in: String(signIn.expiresIn),
        token_type: "Bearer",
        user_id: account.userId,
      };
    },
  ),
};

/** Answers the browser from memory; calls that the console does not make get 501. */
export function memoryCalls(directory: MemoryDirectory): AnswerBrowser {
  return async ({ method, path, headers, body }) => {
    const answer = method === "POST" ? calls[path] : undefined;
    if (!answer) return errorAnswer(501, "NOT_IMPLEMENTED");
    try {
      return json(200, answer(directory, parsed(headers, body)));
    } catch (error) {
      if (error instanceof CallError) return errorAnswer(400, error.callCode);
      throw error;
    }
  };
}

function parsed(headers: Headers, body: Uint8Array | undefined): unknown {
  const text = Buffer.from(body ?? []).toString();
  if (mediaType(headers.get("content-type")) === "application/x-www-form-urlencoded") {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError("INVALID_REQUEST");
  }
}

function about({ userId, email, userName, password, ...account }: Account) {
  const provider = { providerId: "password", federatedId: email, rawId: email, email };
  return {
    localId: userId,
    email,
    displayName: userName,
    emailVerified: account.emailVerified,
    disabled: account.disabled,
    validSince: String(account.validSince),
    createdAt: String(account.createdAt),
    lastLoginAt: String(account.createdAt),
    providerUserInfo: password === undefined ? [] : [{ ...provider, displayName: userName }],
  };
}

const tokensOf = ({ idToken, refreshToken, expiresIn }: SignIn) => ({
  idToken,
  refreshToken,
  expiresIn: String(expiresIn),
});

function json(status: number, content: object): BrowserAnswer {
  const contentType = "application/json; charset=utf-8";
  return { status, contentType, body: Buffer.from(JSON.stringify(content)) };
}

function errorAnswer(code: number, message: string): BrowserAnswer {
  const errors = [{ message, reason: "invalid", domain: "global" }];
  return json(code, { error: { code, message, errors } });
}
