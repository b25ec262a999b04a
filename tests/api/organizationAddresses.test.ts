import type { KyselyPlugin } from "kysely";
import { expect, it, vi } from "vitest";
import { suiteApi, testApi } from "../support/api.ts";
import { ApiClient } from "../support/apiClient.ts";
import { eventsOf } from "../support/auditEvents.ts";
import { describeDatabase, usualEngine } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";
import type { TestUser } from "../support/people.ts";
import { perSuite } from "../support/perSuite.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";

const PROFILE = "/api/v1/users/me";
const OFFICE = "203.0.113.7";
const ELSEWHERE = "198.51.100.7";
/** Before the first heartbeat of a stream, which comes after 15 s. */
const AT_ONCE = { timeout: 10_000, interval: 10 };

describeDatabase("the addresses of an organization", (engine) => {
  const api = suiteApi(engine);
  const admin = api.asSystemAdmin();
  const people = perSuite(() => listening(api));

  const from = (address: string, user: TestUser) =>
    new ApiClient(
      api.app,
      async () => ({ authorization: `Bearer ${await api.idToken(user)}` }),
      address,
    );
  const limit = (organizationId: number, allowedAddresses: unknown) =>
    admin.patch(`/admin/api/v1/organizations/${organizationId}`, { allowedAddresses });

  async function aLimited(allowedAddresses = ["203.0.113.0/24"]) {
    const organizationId = await api.anOrganization();
    expect((await limit(organizationId, allowedAddresses)).status).toBe(200);
    return organizationId;
  }

  it("are saved each once, shown, logged, and taken away again", async () => {
    const organizationId = await api.anOrganization("制限社");
    const set = await limit(organizationId, ["203.0.113.0/24", " 2001:db8::1", "203.0.113.0/24"]);
    const allowedAddresses = ["203.0.113.0/24", "2001:db8::1"];
    expect(set.body).toMatchObject({ allowedAddresses, organizationName: "制限社", version: 2 });
    expect((await limit(organizationId, allowedAddresses)).body).toMatchObject({ version: 2 });
    expect((await limit(organizationId, [])).body).toMatchObject({
      allowedAddresses: [],
      version: 3,
    });
    const events = await eventsOf(api.db, "updateOrganization");
    const own = events.filter((event) => event.organization_id === organizationId);
    expect(own.map(({ changes }) => changes)).toEqual([
      [{ field: "allowedAddresses", before: [], after: allowedAddresses }],
      [{ field: "allowedAddresses", before: allowedAddresses, after: [] }],
    ]);
  });

  it("refuse what is no address, at its place", async () => {
    const answer = await limit(await api.anOrganization(), ["203.0.113.5", "203.0.113.0/33"]);
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { errors: { "allowedAddresses.1": expect.stringContaining("「203.0.113.0/33」は、") } },
    ]);
  });

  it("admit its users from there alone, and no others are concerned", async () => {
    const user = await api.aUser({ organizationId: await aLimited() });
    const other = await api.aUser({ organizationId: await api.anOrganization() });
    expect((await from(OFFICE, user).get(PROFILE)).status).toBe(200);
    expect((await from(`::ffff:${OFFICE}`, user).get(PROFILE)).status).toBe(200);
    const answer = await from(ELSEWHERE, user).get(PROFILE);
    expect([answer.status, answer.body]).toMatchObject([
      403,
      {
        code: "ADDRESS_NOT_ALLOWED",
        message: expect.stringContaining("この接続元からは利用できません。"),
      },
    ]);
    expect((await from(ELSEWHERE, user).patch(PROFILE, {})).status).toBe(403);
    expect((await from(ELSEWHERE, other).get(PROFILE)).status).toBe(200);
  });

  it("do not take an invitation from elsewhere, and record the refusal with its address", async () => {
    const organizationId = await aLimited();
    const user = await api.aUser({ organizationId, status: "INVITED" });
    expect((await from(ELSEWHERE, user).get(PROFILE)).status).toBe(403);
    const statusOf = () =>
      api.db
        .selectFrom("users")
        .select("status")
        .where("user_id", "=", user.userId)
        .executeTakeFirstOrThrow();
    expect(await statusOf()).toEqual({ status: "INVITED" });
    expect(await eventsOf(api.db, "signIn", user)).toMatchObject([
      { outcome: "REFUSED", address: ELSEWHERE, organization_id: organizationId },
    ]);
    expect((await from(OFFICE, user).get(PROFILE)).status).toBe(200);
    expect(await statusOf()).toEqual({ status: "ACTIVE" });
  });

  it("say that an account is disabled before they say that an address is not allowed", async () => {
    const user = await api.aUser({ organizationId: await aLimited(), status: "DISABLED" });
    expect((await from(ELSEWHERE, user).get(PROFILE)).body).toMatchObject({
      code: "ACCOUNT_DISABLED",
    });
  });

  it("end an open stream from elsewhere at once, and leave others", async () => {
    const organizationId = await api.anOrganization();
    const stream = await people.staff(await api.aUser({ organizationId }));
    const other = await people.staff(
      await api.aUser({ organizationId: await api.anOrganization() }),
    );
    await limit(organizationId, ["127.0.0.1"]);
    await limit(organizationId, [OFFICE]);
    await vi.waitFor(() => expect(stream.hasEnded()).toBe(true), AT_ONCE);
    expect(other.hasEnded()).toBe(false);
    await other.close();
  });

  it("keep a stream that comes from there", async () => {
    const organizationId = await api.anOrganization();
    const user = await api.aUser({ organizationId });
    const stream = await people.staff(user);
    await limit(organizationId, ["127.0.0.1"]);
    // What is published later arrives: the stream was looked at in between.
    await admin.patch(`/admin/api/v1/users/${user.userId}`, { userName: "改名 花子" });
    await stream.hearsOf(`resource/users/${user.userId}`);
    expect(stream.hasEnded()).toBe(false);
    await stream.close();
  });

  it("do not concern service keys, which are the provider's", async () => {
    const organizationId = await aLimited();
    const { key } = await aServiceKey(api, { scopes: ["limits.read"] });
    const program = withKey(api, key, ELSEWHERE);
    const { status } = await program.get(
      `/api/v1/contracts/limits?organizationId=${organizationId}`,
    );
    expect(status).toBe(200);
  });
});

it("cost no statement of their own: one finds the user with the organization", async () => {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const api = await testApi(usualEngine, {
    database: (real) => ({ ...real, db: real.db.withPlugin(counting) }),
  });
  const organizationId = await api.anOrganization();
  const client = api.as(await api.aUser({ organizationId }));
  const countOf = async () => {
    statements = 0;
    expect((await client.get(PROFILE)).status).toBe(200);
    return statements;
  };
  await countOf();
  const without = await countOf();
  await api.db
    .updateTable("organizations")
    .set({ allowed_addresses: [client.address] })
    .where("organization_id", "=", organizationId)
    .execute();
  expect(without).toBeGreaterThan(0);
  expect(await countOf()).toBe(without);
  await api.close();
});
