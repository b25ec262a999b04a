import { describe, expect, it } from "vitest";
import { type Notice, notice } from "../../domain/api/notices.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { usualEngine } from "../support/database.ts";
import { listening } from "../support/eventStream.ts";
import { perSuite } from "../support/perSuite.ts";

const NOTICES = "/api/v1/notices";
const noticeOf = ({ body }: Answer): Notice => notice.parse(body);

describe("notices", () => {
  const api = suiteApi(usualEngine);
  const own = perSuite(() => api.organization());
  const member = perSuite(() => api.aUser(own));
  const staff = api.as(member);
  const admin = api.as(perSuite(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const stream = perSuite(async () => (await listening(api)).staff(member));

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
    expect(await stream.hears(3)).toEqual(
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
