import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { suiteApi } from "../support/api.ts";
import type { ApiClient } from "../support/apiClient.ts";
import { describePostgres } from "../support/database.ts";
import { type DatabaseLine, databaseLine } from "../support/databaseLine.ts";
import { perSuite } from "../support/perSuite.ts";

const PROFILE = "/api/v1/users/me";

describePostgres("while the database is away", () => {
  let line: DatabaseLine;
  const api = suiteApi("postgres", {
    parts: { answerWithinMs: 2_000 },
    database: async (direct) => {
      line = await databaseLine(direct);
      return line.database;
    },
  });
  const staff = perSuite(async () =>
    api.as(await api.aUser({ organizationId: await api.anOrganization() })),
  );
  const admin = api.asSystemAdmin();

  beforeAll(async () => {
    expect((await staff.get(PROFILE)).status).toBe(200);
    expect((await admin.get("/admin/api/v1/me")).status).toBe(200);
  });
  afterEach(() => line.restore());
  afterAll(() => line.close());

  const isUnavailable = async (answering: ReturnType<ApiClient["get"]>) => {
    const { status, headers, body } = await answering;
    expect(status).toBe(503);
    const seconds = Number(headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(headers["content-type"]).toContain("application/problem+json");
    expect(body).toMatchObject({
      code: "UNAVAILABLE",
      message: `現在サービスに接続できません。${seconds}秒後にお試しください。`,
    });
  };

  it("answers 503 with Retry-After in both areas, and works again by itself", async () => {
    await line.cut();
    await isUnavailable(staff.get(PROFILE));
    await isUnavailable(staff.patch(PROFILE, { lastSelectedWorkspaceId: null }));
    await isUnavailable(admin.get("/admin/api/v1/contracts"));
    // The answer may be cached for a moment.
    await vi.waitFor(() => isUnavailable(api.anonymous.get("/readyz")), { timeout: 10_000 });
    expect((await api.anonymous.get("/healthz")).status).toBe(200);

    await line.restore();
    expect((await staff.get(PROFILE)).status).toBe(200);
    expect((await admin.get("/admin/api/v1/contracts")).status).toBe(200);
    const readiness = async () => (await api.anonymous.get("/readyz")).status;
    await expect.poll(readiness, { timeout: 10_000 }).toBe(200);
  });

  it("signs nobody out", async () => {
    await line.cut();
    const { headers } = await admin.delete("/admin/api/v1/session");
    expect(headers["set-cookie"]).toBeUndefined();
    await line.restore();
    expect((await admin.get("/admin/api/v1/me")).status).toBe(200);
  });

  it("answers even if the database falls silent, and so never does", async () => {
    line.silence();
    await Promise.all(Array.from({ length: 20 }, () => isUnavailable(staff.get(PROFILE))));
    await isUnavailable(admin.get("/admin/api/v1/me"));

    await line.restore();
    expect((await staff.get(PROFILE)).status).toBe(200);
  });

  it("answers the requests that were running when it went away", async () => {
    const answers = Array.from({ length: 30 }, () => staff.get(PROFILE));
    await line.cut();
    for (const { status } of await Promise.all(answers)) expect([200, 503]).toContain(status);
  });
});
