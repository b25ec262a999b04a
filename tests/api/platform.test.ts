import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApi, testApi } from "../support/api.ts";
import { describeEachEngine } from "../support/database.ts";
import type { TestUser } from "../support/people.ts";

describeEachEngine("the platform", (engine) => {
  let api: TestApi;
  let staff: TestUser;

  beforeAll(async () => {
    api = await testApi(engine);
    staff = await api.aUser({ organizationId: await api.anOrganization() });
  });
  afterAll(() => api.close());

  it("answers the own profile", async () => {
    const answer = await api.as(staff).get("/api/v1/users/me");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ userId: staff.userId, workspaces: [] });
  });

  it("opens an admin session", async () => {
    const answer = await api.asSystemAdmin().get("/admin/api/v1/me");
    expect(answer.body).toEqual({
      userName: "管理 者",
      email: expect.stringContaining("@"),
      isSystemAdmin: true,
    });
  });
});
