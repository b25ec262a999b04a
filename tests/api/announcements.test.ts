import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { IdentityUnavailableError } from "../../server/identity/identity.ts";
import { suiteAnnounced, withOrganization } from "../support/announced.ts";
import { suiteApi } from "../support/api.ts";
import { CONTRACTS, contractOf, newContract } from "../support/contractRequests.ts";
import { aContract } from "../support/contractRows.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { SERVICE_KEYS } from "../support/serviceKeys.ts";
import { MEMBERS, newUser, PROFILE, USERS, userOf } from "../support/userRequests.ts";
import { aWorkspace, WORKSPACES, workspaceOf } from "../support/workspaceRequests.ts";

describeDatabase("every change is announced as it commits", (engine) => {
  const api = suiteApi(engine, {
    now: "2026-04-15T10:00:00+09:00",
    identity: (real) => ({
      ...real,
      updateUser: async (userId, changes) => {
        if (identityIsAway) throw new IdentityUnavailableError("away");
        await real.updateUser(userId, changes);
      },
    }),
  });
  const heard = suiteAnnounced(api, withOrganization);
  const systemAdmin = api.asSystemAdmin();
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  let identityIsAway = false;

  beforeAll(() => systemAdmin.get(USERS));
  beforeEach(() => heard());

  it("of workspaces, their members among it", async () => {
    await aWorkspace(api, own);
    const { userId } = await api.aUser(own);
    const created = await admin.post(WORKSPACES, { workspaceName: "営業部" });
    const { workspaceId } = workspaceOf(created);
    const one = `${WORKSPACES}/${workspaceId}`;
    const topic = `resource/workspaces/${workspaceId}`;
    expect(await heard()).toEqual([`${own.organizationId} created ${topic}`]);
    await admin.patch(one, { workspaceName: "第一営業部" });
    await admin.put(`${one}/members`, { userIds: [userId] });
    const updated = `${own.organizationId} updated ${topic}`;
    expect(await heard()).toEqual([updated, updated]);
    await admin.delete(one);
    expect(await heard()).toEqual([`${own.organizationId} deleted ${topic}`]);
  });

  it("of workspaces, but nothing that was refused or changed nothing", async () => {
    const workspaceName = "営業部";
    const one = `${WORKSPACES}/${await aWorkspace(api, { ...own, workspaceName })}`;
    const stale = { "if-match": '"7"' };
    const answers = [
      await admin.post(WORKSPACES, { workspaceName }),
      await admin.patch(one, { workspaceName: "総務部" }, stale),
      await admin.patch(one, { workspaceName }),
      await admin.put(`${one}/members`, { userIds: [] }),
      await admin.put(`${one}/members`, { userIds: ["nobody"] }),
      await admin.delete(one),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 412, 200, 200, 422, 422]);
    expect(await heard()).toEqual([]);
  });

  it("of service keys, to system admins alone, and once when one is revoked twice", async () => {
    const { body } = await systemAdmin.post(SERVICE_KEYS, { name: "文字起こし" });
    const { serviceKeyId } = Object(body);
    const topic = `resource/service-keys/${serviceKeyId}`;
    expect(await heard()).toEqual([`null created ${topic}`]);
    await systemAdmin.delete(`${SERVICE_KEYS}/${serviceKeyId}`);
    await systemAdmin.delete(`${SERVICE_KEYS}/${serviceKeyId}`);
    expect(await heard()).toEqual([`null updated ${topic}`]);
  });

  it("of users: invited, accepted, changed", async () => {
    const invited = userOf(await admin.post(MEMBERS, newUser()));
    const topic = `${own.organizationId} updated resource/users/${invited.userId}`;
    // Once when the record exists, and once when its account does.
    expect(await heard()).toEqual([topic.replace("updated", "created"), topic]);
    await admin.patch(`${MEMBERS}/${invited.userId}`, { isDictionaryAdmin: true });
    expect(await heard()).toEqual([topic]);
    await systemAdmin.patch(`${USERS}/${invited.userId}`, { userName: "改名 花子" });
    expect(await heard()).toEqual([topic, topic]);

    const newcomer = await api.aUser({ ...own, status: "INVITED" });
    await api.as(newcomer).get(PROFILE);
    await api.as(newcomer).get(PROFILE);
    expect(await heard()).toEqual([
      `${own.organizationId} updated resource/users/${newcomer.userId}`,
    ]);

    const { userId } = userOf(await systemAdmin.post(USERS, newUser({ isSystemAdmin: true })));
    expect(await heard()).toEqual([
      `null created resource/users/${userId}`,
      `null updated resource/users/${userId}`,
    ]);
  });

  it("of users at once, although the identity service is away", async () => {
    const { userId } = await api.aUser(own);
    identityIsAway = true;
    const answer = await admin.patch(`${MEMBERS}/${userId}`, { userName: "改名" });
    identityIsAway = false;
    expect(userOf(answer).identityPending).toBe(true);
    expect(await heard()).toEqual([`${own.organizationId} updated resource/users/${userId}`]);
  });

  it("of users, but nothing that is rolled back at the last moment", async () => {
    const { userId } = await api.aUser(own);
    // Fails at the commit, as a serialization error does.
    await sql`
      create function lose() returns trigger language plpgsql as
        $$ begin raise exception 'lost' using errcode = '40001'; end $$;
      create constraint trigger lost after update on users deferrable initially deferred
        for each row when (new.user_name = '敗れる 人') execute function lose()`.execute(api.db);
    const lost = await admin.patch(`${MEMBERS}/${userId}`, { userName: "敗れる 人" });
    expect(lost.status).toBe(503);
    expect(await heard()).toEqual([]);
  });

  /** Members hear with each contract that something else may be left. */
  const limits = (organization: number) =>
    `${organization} updated resource/limits/${organization}`;

  it("of contracts, and of what comes with the first one", async () => {
    const founded = contractOf(await systemAdmin.post(CONTRACTS, newContract()));
    const admins = await api.db
      .selectFrom("users")
      .select("user_id")
      .where("organization_id", "=", founded.organizationId)
      .execute();
    expect(await heard()).toEqual([
      `${founded.organizationId} created resource/organizations/${founded.organizationId}`,
      `${founded.organizationId} created resource/users/${admins[0]?.user_id}`,
      `${founded.organizationId} created resource/contracts/${founded.contractId}`,
      limits(founded.organizationId),
      `${founded.organizationId} updated resource/users/${admins[0]?.user_id}`,
    ]);
    const further = newContract({
      organizationId: founded.organizationId,
      organizationName: founded.organizationName,
      adminEmail: founded.adminEmail,
      startDate: "2027-04-01",
      endDate: "2028-03-31",
    });
    const { contractId } = contractOf(await systemAdmin.post(CONTRACTS, further));
    const created = `${founded.organizationId} created resource/contracts/${contractId}`;
    expect(await heard()).toEqual([created, limits(founded.organizationId)]);
    const overlapping = await systemAdmin.post(CONTRACTS, further);
    expect(overlapping.status).toBe(409);
    expect(await heard()).toEqual([]);
  });

  it("of contracts as they are edited, terminated, reinstated and deleted", async () => {
    const contractId = await aContract(api.db, own);
    const one = `${CONTRACTS}/${contractId}`;
    const updated = `${own.organizationId} updated resource/contracts/${contractId}`;
    await systemAdmin.patch(one, { memo: "変更" });
    await systemAdmin.patch(one, { memo: "変更" });
    const left = limits(own.organizationId);
    expect(await heard()).toEqual([updated, left]);
    await systemAdmin.post(`${one}/terminate`, { terminationDate: "2026-06-30", reason: "統合" });
    await systemAdmin.post(`${one}/reinstate`, {});
    expect(await heard()).toEqual([updated, left, updated, left]);
    expect((await systemAdmin.delete(one, { "if-match": '"1"' })).status).toBe(412);
    await systemAdmin.delete(one);
    expect(await heard()).toEqual([updated.replace("updated", "deleted"), left]);
  });

  it("of organizations", async () => {
    const one = `/admin/api/v1/organizations/${own.organizationId}`;
    await systemAdmin.patch(one, { organizationName: "改名株式会社" });
    await systemAdmin.patch(one, { organizationName: "改名株式会社" });
    const topic = `resource/organizations/${own.organizationId}`;
    expect(await heard()).toEqual([`${own.organizationId} updated ${topic}`]);
  });
});
