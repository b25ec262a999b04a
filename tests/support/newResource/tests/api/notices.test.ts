import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Notice, notice } from "../../domain/api/notices.ts";
import { type TestApi, testApi } from "../support/api.ts";
import type { Answer, ApiClient } from "../support/apiClient.ts";
import { usualEngine } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";

const NOTICES = "/api/v1/notices";
const noticeOf = ({ body }: Answer): Notice => notice.parse(body);

describe("notices", () => {
  let api: TestApi;
  let admin: ApiClient;
  let staff: ApiClient;
  let hears: (count: number) => Promise<unknown>;

  beforeAll(async () => {
    api = await testApi(usualEngine);
    const organizationId = await api.anOrganization();
    const member = await api.aUser({ organizationId });
    admin = api.as(await api.aUser({ organizationId, isOrganizationAdmin: true }));
    staff = api.as(member);
    ({ hears } = await (await listening(api)).staff(member));
  });
  afterAll(() => api.close());

  it("are created, read, changed and deleted, and their readers hear of it", async () => {
    const created = noticeOf(await admin.post(NOTICES, { title: " 停止 ", body: "日曜日" }));
    expect(created).toMatchObject({ title: "停止", body: "日曜日", version: 1 });
    const url = `${NOTICES}/${created.noticeId}`;
    expect((await staff.get(NOTICES)).body).toMatchObject({ totalElements: 1, content: [created] });
    expect(noticeOf(await staff.get(url))).toEqual(created);

    const changed = noticeOf(await admin.patch(url, { title: "延期" }));
    expect(changed).toMatchObject({ title: "延期", body: "日曜日", version: 2 });
    expect((await admin.patch(url, { title: "再開" }, { "if-match": '"1"' })).status).toBe(412);

    expect((await admin.delete(url)).status).toBe(200);
    expect((await staff.get(url)).status).toBe(404);
    const { noticeId } = created;
    expect(await hears(3)).toEqual(
      ["created", "updated", "deleted"].map((type) => ({
        topic: `resource/notices/${noticeId}`,
        type,
        payload: { ids: [noticeId] },
      })),
    );
  });

  it("are written by organization admins alone, and checked", async () => {
    expect((await staff.post(NOTICES, { title: "停止", body: "" })).status).toBe(403);
    const { status, body } = await admin.post(NOTICES, { title: "", body: "" });
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { title: expect.any(String) } });
  });
});
