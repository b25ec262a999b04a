import { beforeEach, expect, it } from "vitest";
import { MAX_VIEWS } from "../../domain/views/rules.ts";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describePostgres } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aView, VIEWS, viewInput, viewsOf } from "../support/viewRequests.ts";

const OF_WORKSPACES = `${VIEWS}?list=workspaces`;

describePostgres("views at the same time on postgres", () => {
  const api = suiteApi("postgres");
  const own = perTest(() => api.organization());
  const user = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  let admins: [ApiClient, ApiClient];

  beforeEach(async () => {
    const other = await api.aUser({ ...own, isOrganizationAdmin: true });
    admins = [api.as(user), api.as(other)];
    // Sign in first, so that the requests start at once.
    await Promise.all(admins.map((client) => client.get(OF_WORKSPACES)));
  });

  const shared = () => aView(api, { ...user, isShared: true });
  const statusesOf = (answers: readonly { status: number }[]) =>
    answers.map(({ status }) => status).toSorted();

  it("keeps one of 10 with the same name", async () => {
    const input = viewInput();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admins[0].post(VIEWS, input)),
    );
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });

  it("keeps no more than there may be, whoever adds them", async () => {
    for (let count = 0; count < MAX_VIEWS - 2; count += 1) await shared();
    const answers = await Promise.all(
      [...admins, ...admins, ...admins].map((client) =>
        client.post(VIEWS, viewInput({ isShared: true })),
      ),
    );
    expect(statusesOf(answers)).toEqual([201, 201, 422, 422, 422, 422]);
    expect(viewsOf(await admins[0].get(OF_WORKSPACES))).toHaveLength(MAX_VIEWS);
  });

  it("renames for one of two who began with the same version", async () => {
    const one = `${VIEWS}/${await shared()}`;
    const answers = await Promise.all(
      admins.map((client, n) => client.patch(one, { viewName: `名前${n}` }, { "if-match": '"1"' })),
    );
    expect(statusesOf(answers)).toEqual([200, 412]);
  });

  it("refuses both of two who take the name of the other view at once", async () => {
    const [first, second] = [await shared(), await shared()];
    const [one, two] = viewsOf(await admins[0].get(OF_WORKSPACES));
    const answers = await Promise.all([
      admins[0].patch(`${VIEWS}/${first}`, { viewName: two?.viewName }),
      admins[1].patch(`${VIEWS}/${second}`, { viewName: one?.viewName }),
    ]);
    expect(statusesOf(answers)).toEqual([409, 409]);
  });

  it("is deleted and no default, or is one before it is deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const viewId = await shared();
      const [chosen, deleted] = await Promise.all([
        admins[1].put(`${VIEWS}/default`, { list: "workspaces", viewId }),
        admins[0].delete(`${VIEWS}/${viewId}`),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 422]).toContain(chosen.status);
      const profile = await admins[1].get("/api/v1/users/me");
      const lists: unknown = Reflect.get(Object(profile.body), "lists") ?? [];
      expect(JSON.stringify(lists)).not.toContain("viewName");
    }
  });
});
