import { z } from "zod";
import { ssoKindOf } from "../../domain/ways/rules.ts";

export const SIGNS_IN_BY_IDP = "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp";

/** Whether an organization has this provider. */
export type HasProvider = (providerId: string) => Promise<boolean>;

const asked = z.object({
  requestUri: z.url().max(100_000),
  postBody: z.string().max(100_000).nullish(),
  returnSecureToken: z.boolean().optional(),
  returnIdpCredential: z.boolean().optional(),
});

/**
 * The call that the emulator gets for a sign-in by an identity provider of the demo: written anew from what
 * was read, so that it names the provider that was looked up. The emulator reads it from several places and
 * takes any name, a Google account too. Undefined for any other provider.
 */
export async function ssoCall(
  sent: unknown,
  hasProvider: HasProvider,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const call = readCall(sent);
  if (!call) return undefined;
  const { requestUri, postBody, ...options } = call;
  // A popup answers in the address, a credential in the body.
  const fields = new Map([
    ...new URL(requestUri).searchParams,
    ...new URLSearchParams(postBody ?? ""),
  ]);
  const providerId = fields.get("providerId") ?? "";
  if (!ssoKindOf(providerId) || !(await hasProvider(providerId))) return undefined;
  const passed = new URLSearchParams({ providerId });
  for (const name of ["id_token", "SAMLResponse"]) {
    const value = fields.get(name);
    if (value !== undefined) passed.set(name, value);
  }
  const content = { ...options, requestUri: "http://localhost", postBody: passed.toString() };
  return new Uint8Array(Buffer.from(JSON.stringify(content)));
}

function readCall(sent: unknown): z.output<typeof asked> | undefined {
  if (!Buffer.isBuffer(sent)) return undefined;
  try {
    return asked.parse(JSON.parse(sent.toString("utf8")));
  } catch {
    return undefined;
  }
}
