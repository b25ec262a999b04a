import { beforeEach, expect, it } from "vitest";
import { userProfile } from "../../domain/users/schemas.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import type { TestUser } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { MEMBERS, PROFILE } from "../support/userRequests.ts";
import { aWorkspace, memberIdsOf, WORKSPACES } from "../support/workspaceRequests.ts";

describeDatabase("the members of a workspace", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const adminUser = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  const admin = api.as(adminUser);
  const staff = perTest(() => api.aUser({ ...own, userName: "さとう 花子" }));
  const other = perTest(() => api.aUser({ ...own, userName: "アベ 次郎" }));
  let workspaceId: number;
  let one: string;

  beforeEach(async () => {
    workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部" });
    one = `${WORKSPACES}/${workspaceId}`;
  });

  const put = (userIds: string[], headers = {}) =>
    admin.put(`${one}/members`, { userIds }, headers);
  const profileOf = async (user: TestUser) =>
    userProfile.parse((await api.as(user).get(PROFILE)).body);
  const select = (user: TestUser, lastSelectedWorkspaceId: number) =>
    api.as(user).patch(PROFILE, { lastSelectedWorkspaceId });

  it("are named with their workspaces by the page of each, to admins alone", async () => {
    const second = await aWorkspace(api, { ...own, workspaceName: "開発部" });
    await put([staff.userId]);
    await admin.put(`${WORKSPACES}/${second}/members`, { userIds: [staff.userId] });
    const of = ({ userId }: TestUser) => `${MEMBERS}/${userId}/workspaces`;
    expect((await admin.get(of(staff))).body).toEqual({
      workspaces: [
        { workspaceId, workspaceName: "営業部" },
        { workspaceId: second, workspaceName: "開発部" },
      ],
    });
    expect((await admin.get(of(other))).body).toEqual({ workspaces: [] });
    expect((await api.as(staff).get(of(staff))).status).toBe(403);
  });

  it("are replaced as a whole, as the workspace's next version, and answered by name", async () => {
    const answer = await put([staff.userId, other.userId, staff.userId], { "if-match": '"1"' });
    expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
    expect(answer.body).toEqual({
      members: [other, staff].map(({ userId, userName, email }) => ({
        userId,
        userNameKana: null,
        userName,
        email,
        status: "ACTIVE",
      })),
    });
    const read = await api.as(staff).get(`${one}/members`);
    expect([read.headers.etag, read.body]).toEqual(['"2"', answer.body]);
    expect((await admin.get(one)).body).toMatchObject({ memberCount: 2, version: 2 });

    const fewer = await put([other.userId]);
    expect([memberIdsOf(fewer), fewer.headers.etag]).toEqual([[other.userId], '"3"']);
    expect(memberIdsOf(await put([]))).toEqual([]);
  });

  it("keep the version if they stay the same", async () => {
    await put([staff.userId, other.userId]);
    const answer = await put([other.userId, staff.userId]);
    expect([answer.status, answer.headers.etag]).toEqual([200, '"2"']);
  });

  it("are not replaced from an older version", async () => {
    await admin.patch(one, { workspaceName: "第一営業部" });
    const answer = await put([staff.userId], { "if-match": '"1"' });
    expect(answer.status).toBe(412);
    expect(answer.body).toMatchObject({
      code: "STALE_VERSION",
      current: { workspaceId, workspaceName: "第一営業部", memberCount: 0, version: 2 },
    });
    expect(memberIdsOf(await admin.get(`${one}/members`))).toEqual([]);
  });

  it("may be disabled", async () => {
    await put([staff.userId]);
    await api.db
      .updateTable("users")
      .set({ status: "DISABLED" })
      .where("user_id", "=", staff.userId)
      .execute();
    const answer = await put([staff.userId, other.userId]);
    expect(answer.body).toMatchObject({ members: [{}, { status: "DISABLED" }] });
  });

  it("are of the organization: others are unknown, and nothing changes", async () => {
    const stranger = await api.aUser({ organizationId: await api.anOrganization() });
    const systemAdmin = await api.aUser();
    await put([staff.userId]);
    const answers = await Promise.all(
      [stranger.userId, systemAdmin.userId, "nobody"].map((id) => put([other.userId, id])),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: "VALIDATION_FAILED",
        errors: { userIds: "利用者が見つかりませんでした。" },
      });
      expect({ ...Object(body), requestId: "" }).toEqual({
        ...Object(answers[0]?.body),
        requestId: "",
      });
    }
    expect(memberIdsOf(await admin.get(`${one}/members`))).toEqual([staff.userId]);
  });

  it.each([
    [{}, "userIds"],
    [{ userIds: "u" }, "userIds"],
    [{ userIds: ["a\u0000b"] }, "userIds.0"],
    [{ userIds: [""] }, "userIds.0"],
    [{ userIds: Array.from({ length: 1_001 }, (_, n) => `u${n}`) }, "userIds"],
    [{ userIds: [], version: 1 }, "version"],
  ])("are refused as %j", async (body, field) => {
    const answer = await admin.put(`${one}/members`, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: { [field]: expect.stringMatching(/。$/) } });
  });

  it("lose the workspace with the next request, and find it again as they left it", async () => {
    await put([staff.userId]);
    expect((await select(staff, workspaceId)).status).toBe(200);
    await put([other.userId]);
    const client = api.as(staff);
    expect((await client.get(one)).status).toBe(404);
    expect((await client.get(`${one}/members`)).status).toBe(404);
    expect(await profileOf(staff)).toMatchObject({
      workspaces: [],
      lastSelectedWorkspaceId: null,
      lastSelectedWorkspaceName: null,
    });
    expect((await select(staff, workspaceId)).body).toMatchObject({
      errors: { lastSelectedWorkspaceId: "ワークスペースが見つかりませんでした。" },
    });
    await put([staff.userId]);
    expect(await profileOf(staff)).toMatchObject({ lastSelectedWorkspaceName: "営業部" });
  });

  it("see a new name in their profile at once", async () => {
    await put([staff.userId]);
    await select(staff, workspaceId);
    await admin.patch(one, { workspaceName: "第一営業部" });
    expect(await profileOf(staff)).toMatchObject({
      workspaces: [{ workspaceId, workspaceName: "第一営業部" }],
      lastSelectedWorkspaceName: "第一営業部",
    });
  });

  it("need not be organization admins, who may choose every workspace", async () => {
    const further = await aWorkspace(api, { ...own, workspaceName: "総務部" });
    expect((await profileOf(adminUser)).workspaces).toEqual([
      { workspaceId, workspaceName: "営業部", isMember: false },
      { workspaceId: further, workspaceName: "総務部", isMember: false },
    ]);
    await put([adminUser.userId]);
    expect(await profileOf(adminUser)).toMatchObject({
      workspaces: [{ workspaceId, isMember: true }, { isMember: false }],
    });
    await put([]);
    expect((await select(adminUser, further)).status).toBe(200);
    await api.db
      .updateTable("users")
      .set({ is_organization_admin: false })
      .where("user_id", "=", adminUser.userId)
      .execute();
    expect(await profileOf(adminUser)).toMatchObject({
      workspaces: [],
      lastSelectedWorkspaceId: null,
    });
  });

  it("leave no trace of a deleted workspace", async () => {
    const further = await aWorkspace(api, { ...own, userIds: [other.userId] });
    await put([staff.userId, other.userId]);
    await select(staff, workspaceId);
    await select(other, further);
    expect((await admin.delete(one)).status).toBe(200);
    const selected = await api.db
      .selectFrom("users")
      .select(["user_id", "last_selected_workspace_id", "version"])
      .where("user_id", "in", [staff.userId, other.userId])
      .execute();
    expect(new Map(selected.map((row) => [row.user_id, row]))).toEqual(
      new Map([
        [staff.userId, { user_id: staff.userId, last_selected_workspace_id: null, version: 1 }],
        [other.userId, { user_id: other.userId, last_selected_workspace_id: further, version: 1 }],
      ]),
    );
    const left = await api.db
      .selectFrom("workspace_members")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .execute();
    expect(left).toEqual([]);
    expect(await profileOf(staff)).toMatchObject({ workspaces: [], lastSelectedWorkspaceId: null });
  });
});
