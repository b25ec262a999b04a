import { type Role, SERVICE_SCOPES, type ServiceScope } from "../../domain/access.ts";
import { SAME_ORIGIN, type TestApi } from "./api.ts";
import { ApiClient } from "./apiClient.ts";
import { aContract } from "./contractRows.ts";
import { aDictionary } from "./dictionaryRequests.ts";
import type { TestUser } from "./people.ts";
import type { WalkWorld } from "./routeRow.ts";
import { aServiceKey, revokeKey } from "./serviceKeys.ts";
import { aWorkspace } from "./workspaceRequests.ts";

/** The text in every field that only the provider may read. */
export const FOR_PROVIDER_ALONE = "社内限り";

/** How an area sees a walker: a role, the scopes of a service key, or an invalid credential. */
export type Seen = Role | readonly ServiceScope[] | "unknown";

/** A user or program of the walk, with all credentials that it can have. */
export interface Walker {
  name: string;
  client: ApiClient;
  staffArea: Seen;
  adminArea: Seen;
  /** Who it is in each area, where that is not `people` of its role. */
  users?: { staffArea: TestUser; adminArea: TestUser };
}

export async function walkWorld(api: TestApi): Promise<WalkWorld> {
  const organizationId = await api.anOrganization("自社");
  const elsewhere = await api.anOrganization("他社");
  const stranger = await api.aUser({ organizationId: elsewhere, isOrganizationAdmin: true });
  const member = (flags: object) => api.aUser({ organizationId, ...flags });
  const contractId = await aContract(api.db, {
    organizationId,
    terminationDate: "2099-12-30",
    terminationReason: FOR_PROVIDER_ALONE,
    memo: FOR_PROVIDER_ALONE,
  });
  return {
    api,
    own: { organizationId, contractId },
    foreign: {
      organizationId: elsewhere,
      contractId: await aContract(api.db, { organizationId: elsewhere }),
      workspaceId: await aWorkspace(api, { organizationId: elsewhere }),
      dictionaryId: await aDictionary(api, { organizationId: elsewhere }),
      userId: stranger.userId,
    },
    people: {
      staff: await member({}),
      dictionaryAdmin: await member({ isDictionaryAdmin: true }),
      organizationAdmin: await member({ isOrganizationAdmin: true }),
      systemAdmin: await api.aUser(),
    },
  };
}

/** All users and programs of the walk: every role, every scope, and all that must be refused. */
export async function walkers({ api, own, people }: WalkWorld): Promise<Walker[]> {
  const token = async (user: TestUser) => ({ authorization: `Bearer ${await api.idToken(user)}` });
  const session = async (user: TestUser) => ({ cookie: await api.openSession(user) });
  const walker = (
    name: string,
    [staffArea, adminArea]: [Seen, Seen],
    credentials: () => Promise<Record<string, string>>,
    users?: Walker["users"],
  ): Walker => ({
    name,
    ...(users ? { users } : {}),
    client: new ApiClient(api.app, async () => ({ ...SAME_ORIGIN, ...(await credentials()) })),
    staffArea,
    adminArea,
  });

  const disabled = await api.aUser({ organizationId: own.organizationId });
  const disabledAdmin = await api.aUser();
  const formerAdmin = await api.aUser();
  const gone = { ...(await token(disabled)), ...(await session(disabledAdmin)) };
  const former = { ...(await token(formerAdmin)), ...(await session(formerAdmin)) };
  await api.db
    .updateTable("users")
    .set({ status: "DISABLED" })
    .where("user_id", "in", [disabled.userId, disabledAdmin.userId])
    .execute();
  await api.db
    .updateTable("users")
    .set({ is_system_admin: false, organization_id: own.organizationId })
    .where("user_id", "=", formerAdmin.userId)
    .execute();
  const old = Math.floor(Date.now() / 1000) - 7200;
  const late = await api.aUser();
  const expired = api.tokenWith(await api.idToken(late), { iat: old, exp: old + 3600 });
  const overdue = await api.openSession(late);
  await api.db
    .updateTable("admin_sessions")
    .set({ expires_at: new Date(0) })
    .where("user_id", "=", late.userId)
    .execute();

  const key = async (scopes: readonly ServiceScope[]) => {
    // That of a directory is bound to one organization.
    const organizationIds = scopes.includes("scim") ? [own.organizationId] : null;
    const { key } = await aServiceKey(api, { scopes, organizationIds });
    const bearer = { authorization: `Bearer ${key}` };
    return walker(`a service key for ${scopes}`, [scopes, "unknown"], async () => bearer);
  };
  const revoked = await aServiceKey(api);
  await revokeKey(api, revoked);
  const unknown = `${revoked.key.slice(0, -1)}${revoked.key.endsWith("A") ? "B" : "A"}`;

  // One of the routes ends every other sign-in of its user.
  const adminOfArea = await api.aUser();
  const inAdminArea = storedSession(api, adminOfArea);
  const members = (["staff", "dictionaryAdmin", "organizationAdmin"] as const).map((role) =>
    // A bearer token does not open the admin area.
    walker(role, [role, "unknown"], () => token(people[role])),
  );
  return [
    walker("nobody", ["unknown", "unknown"], async () => ({})),
    walker("garbage", ["unknown", "unknown"], async () => ({
      authorization: "Bearer garbage",
      cookie: "ki_admin_session=garbage",
    })),
    walker("an expired credential", ["unknown", "unknown"], async () => ({
      authorization: `Bearer ${expired}`,
      cookie: overdue,
    })),
    walker("a disabled user", ["unknown", "unknown"], async () => gone),
    walker("a former system admin", ["staff", "staff"], async () => former, {
      staffArea: formerAdmin,
      adminArea: formerAdmin,
    }),
    ...members,
    walker(
      "systemAdmin",
      ["systemAdmin", "systemAdmin"],
      async () => ({
        ...(await token(people.systemAdmin)),
        ...(await inAdminArea()),
      }),
      { staffArea: people.systemAdmin, adminArea: adminOfArea },
    ),
    await key(SERVICE_SCOPES),
    ...(await Promise.all(SERVICE_SCOPES.map((scope) => key([scope])))),
    walker("a revoked service key", ["unknown", "unknown"], async () => ({
      authorization: `Bearer ${revoked.key}`,
    })),
    walker("a wrong service key", ["unknown", "unknown"], async () => ({
      authorization: `Bearer ${unknown}`,
    })),
  ];
}

/** A session that is opened again once it has ended: one of the routes ends it. */
function storedSession(api: TestApi, user: TestUser) {
  let cookie: string | undefined;
  return async () => {
    const open = await api.db
      .selectFrom("admin_sessions")
      .select("user_id")
      .where("user_id", "=", user.userId)
      .execute();
    if (!cookie || open.length === 0) cookie = await api.openSession(user);
    return { cookie };
  };
}
