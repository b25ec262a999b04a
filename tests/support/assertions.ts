import { z } from "zod";
import { TEST_PROJECT } from "./testFirebase.ts";

const JSON_OF_OWNER = { "content-type": "application/json", authorization: "Bearer owner" };
const accounts = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        emailVerified: z.boolean().default(false),
        passwordHash: z.string().optional(),
        providerUserInfo: z.array(z.object({ providerId: z.string() })).default([]),
      }),
    )
    .default([]),
});

/** What the browser sends when an identity provider asserts an address, as the Auth Emulator takes it. */
export function assertionOf(providerId: string, email: string) {
  const assertion = { subject: { nameId: email }, attributeStatements: {} };
  return {
    requestUri: "http://localhost",
    returnSecureToken: true,
    postBody: new URLSearchParams({
      providerId,
      id_token: JSON.stringify({ sub: email, email, email_verified: true, name: "転入 花子" }),
      ...(providerId.startsWith("saml.") ? { SAMLResponse: JSON.stringify({ assertion }) } : {}),
    }).toString(),
  };
}

/** Identity providers, and the accounts that they reach, past the server. */
export function assertionsAt(emulatorUrl: () => string) {
  const admin = async (call: string, body: object) => {
    const path = `/identitytoolkit.googleapis.com/v1/projects/${TEST_PROJECT}/accounts:${call}`;
    const answer = await fetch(emulatorUrl() + path, {
      method: "POST",
      headers: JSON_OF_OWNER,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  return {
    /** Signs in as that address; `idToken` is missing where the identity service refuses it. */
    async assert(providerId: string, email: string): Promise<{ idToken?: string; error?: string }> {
      const url = `${emulatorUrl()}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k`;
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(assertionOf(providerId, email)),
      });
      const { idToken, error } = Object(await answer.json());
      return { idToken, error: error?.message };
    },
    /** As its holder can, with the public key of the browser. */
    async setPassword(idToken: string, password: string): Promise<void> {
      const url = `${emulatorUrl()}/identitytoolkit.googleapis.com/v1/accounts:update?key=k`;
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ idToken, password }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async account(userId: string) {
      const { users } = accounts.parse(await admin("lookup", { localId: [userId] }));
      const providers = users[0]?.providerUserInfo.map(({ providerId }) => providerId) ?? [];
      return { ...users[0], providers };
    },
  };
}
