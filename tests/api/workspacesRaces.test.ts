import { beforeEach, expect, it } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describePostgres } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { PROFILE } from "../support/userRequests.ts";
import {
  aWorkspace,
  memberIdsOf,
  WORKSPACES,
  workspaceNamesOf,
} from "../support/workspaceRequests.ts";

describePostgres("workspaces at the same time on postgres", () => {
  const api = suiteApi("postgres");
  const own = perTest(() => api.organization());
  let admins: [ApiClient, ApiClient];

  beforeEach(async () => {
    admins = [await anAdmin(), await anAdmin()];
  });

  async function anAdmin(): Promise<ApiClient> {
    const client = api.as(await api.aUser({ ...own, isOrganizationAdmin: true }));
    // Sign in first, so that the requests start at once.
    await client.get(WORKSPACES);
    return client;
  }

  it("creates one of 20 with the same name", async () => {
    const [admin] = admins;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(WORKSPACES, { workspaceName: "営業部" })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: "NAME_EXISTS" });
    }
    expect(workspaceNamesOf(await admin.get(WORKSPACES))).toEqual(["営業部"]);
  });

  it("leaves one of the last two workspaces that two admins delete, every time", async () => {
    const keep = await aWorkspace(api, own);
    let left = keep;
    for (let round = 0; round < 10; round += 1) {
      const pair = [left, await aWorkspace(api, own)];
      const answers = await Promise.all(
        admins.map((client, n) => client.delete(`${WORKSPACES}/${pair[n]}`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const refused = answers.findIndex(({ status }) => status === 422);
      expect(answers[refused]?.body).toMatchObject({ code: "LAST_WORKSPACE" });
      left = pair[refused] ?? keep;
      expect((await admins[0].get(`${WORKSPACES}/${left}`)).status).toBe(200);
    }
  });

  it("deletes a workspace for one of two requests, and answers the other that it is gone", async () => {
    await aWorkspace(api, own);
    const one = `${WORKSPACES}/${await aWorkspace(api, own)}`;
    const answers = await Promise.all(admins.map((client) => client.delete(one)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it("refuses one of two changes that expect the same version", async () => {
    const { userId } = await api.aUser(own);
    const one = `${WORKSPACES}/${await aWorkspace(api, own)}`;
    const expected = { "if-match": '"1"' };
    const answers = await Promise.all([
      admins[0].patch(one, { workspaceName: "改名" }, expected),
      admins[1].put(`${one}/members`, { userIds: [userId] }, expected),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const read = await admins[0].get(one);
    expect(read.body).toMatchObject({ version: 2 });
  });

  it("ends with the members of one of two who replace them, not with a mixture", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(async () => (await api.aUser(own)).userId));
    const sets = [people.slice(0, 2), people.slice(2)];
    const one = `${WORKSPACES}/${await aWorkspace(api, own)}`;
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        admins.map((client, n) => client.put(`${one}/members`, { userIds: sets[n] })),
      );
      answers.forEach((answer, n) => {
        expect(memberIdsOf(answer).toSorted()).toEqual(sets[n]?.toSorted());
      });
      const left = memberIdsOf(await admins[0].get(`${one}/members`)).toSorted();
      expect(sets.map((set) => set.toSorted())).toContainEqual(left);
      expect((await admins[0].get(one)).body).toMatchObject({ memberCount: left.length });
    }
  });

  it("deletes a workspace while its members choose it and are changed", async () => {
    await aWorkspace(api, own);
    const users = await Promise.all(Array.from({ length: 6 }, () => api.aUser(own)));
    await Promise.all(users.map((user) => api.as(user).get(PROFILE)));
    for (let round = 0; round < 5; round += 1) {
      const userIds = users.map(({ userId }) => userId);
      const workspaceId = await aWorkspace(api, { ...own, userIds });
      const choose = () =>
        users.map((user) => api.as(user).patch(PROFILE, { lastSelectedWorkspaceId: workspaceId }));
      await Promise.all(choose());
      const [deleted, ...others] = await Promise.all([
        admins[0].delete(`${WORKSPACES}/${workspaceId}`),
        ...users.map(({ userId }, n) =>
          admins[1].patch(`/api/v1/users/${userId}`, { isDictionaryAdmin: (n + round) % 2 === 0 }),
        ),
        ...choose(),
      ]);
      expect(deleted?.status).toBe(200);
      for (const { status } of others) expect([200, 422]).toContain(status);
      for (const user of users) {
        const { body } = await api.as(user).get(PROFILE);
        expect(body).toMatchObject({ workspaces: [], lastSelectedWorkspaceId: null });
      }
    }
  });
});
