import { describe, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import { assertionOf } from "../support/assertions.ts";
import { usualEngine } from "../support/database.ts";
import { emulatorOfFile } from "../support/emulatorIdentity.ts";
import { perTest } from "../support/perSuite.ts";
import { withSso } from "../support/ways.ts";

const CALL = "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k";

describe("single sign-on of the demo, through the relay", () => {
  const emulator = emulatorOfFile();
  const identityService = () => emulator.identity();
  const api = suiteApi(usualEngine, () => ({
    identityService: identityService(),
    env: { DEMO_SSO: "true" },
  }));
  const plain = suiteApi(usualEngine, () => ({ identityService: identityService() }));
  const own = perTest(() => api.organization());

  const profile = async (answer: { body: unknown }) =>
    api.anonymous.get("/api/v1/users/me", {
      authorization: `Bearer ${Object(answer.body).idToken}`,
    });

  it.each(["saml", "oidc"] as const)(
    "passes a provider that an organization has: %s",
    async (kind) => {
      const provider = `${kind}.org-${own.organizationId}`;
      await withSso(api, own.organizationId);
      await api.db
        .updateTable("sign_in_ways")
        .set({ provider_id: provider })
        .where("organization_id", "=", own.organizationId)
        .execute();
      const person = await api.aUser(own);
      const { postBody, ...sent } = assertionOf(provider, person.email);
      const answer = await api.anonymous.post(CALL, { ...sent, postBody });
      expect(answer.status).toBe(200);
      expect((await profile(answer)).body).toMatchObject({ userId: person.userId });
      // As a popup of firebase/auth sends it.
      const popup = { ...sent, requestUri: `http://localhost/handler?${postBody}`, postBody: null };
      expect((await api.anonymous.post(CALL, popup)).status).toBe(200);
    },
  );

  it("passes no other provider, however it is named, and nothing without the variable", async () => {
    const provider = await withSso(api, own.organizationId);
    const { email } = await api.aUser(own);
    const good = assertionOf(provider, email);
    const named = (name: string) => ({ ...good, ...assertionOf(name, email) });
    const bodies = [
      named("google.com"),
      named("saml.org-999999"),
      named(provider.toUpperCase()),
      { ...good, postBody: `${good.postBody}&providerId=google.com` },
      { ...good, requestUri: "nothing" },
      "x",
    ];
    for (const body of bodies) expect((await api.anonymous.post(CALL, body)).status).toBe(403);
    // What the emulator reads last is not passed on.
    const fragment = { ...good, requestUri: "http://localhost/#providerId=google.com" };
    const answer = await api.anonymous.post(CALL, fragment);
    expect(answer.body).toMatchObject({ providerId: provider });
    expect((await plain.anonymous.post(CALL, good)).status).toBe(403);
  });
});
