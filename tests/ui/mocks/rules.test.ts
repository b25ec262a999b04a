import { expect, it } from "vitest";
import { mockedApi } from "./mockedApi.ts";

const api = mockedApi();
const [dictionaryAdmin, colleague, organizationAdmin] = [
  "demo-dictadmin",
  "demo-dictadmin2",
  "demo-orgadmin",
];
const ifMatch = { "if-match": '"1"' };

const patch = (path: string, body: object, headers: Record<string, string> = ifMatch) => ({
  path,
  asked: { method: "PATCH", body, headers },
});

it("refuses whom the API refuses", async () => {
  expect((await api.send("/api/v1/users/me")).body.code).toBe("UNAUTHENTICATED");
  expect((await api.send("/admin/api/v1/me")).body.code).toBe("UNAUTHENTICATED");
  expect((await api.as("demo-staff", "/contracts")).body.code).toBe("FORBIDDEN");
  expect((await api.as("demo-staff", "/dictionaries/33")).body.code).toBe("NOT_FOUND");
  expect((await api.as("demo-staff", "/dictionaries?page=-1")).status).toBe(400);
});

it("answers errors as problems, with every failing field", async () => {
  const { status, headers, body } = await api.asSystemAdmin("/contracts", {
    method: "POST",
    body: { organizationName: "", extra: 1 },
  });
  expect(status).toBe(422);
  expect(headers.get("content-type")).toContain("application/problem+json");
  expect(body.code).toBe("VALIDATION_FAILED");
  expect(Object.keys(body.errors)).toEqual(
    expect.arrayContaining(["organizationName", "adminEmail", "endDate", "extra"]),
  );
});

it("refuses a name, an address and a period that are taken", async () => {
  const dictionary = { category: "一般辞書", dictionaryName: "一般辞書テスト1" };
  const asked = { method: "POST", body: dictionary };
  expect((await api.as(dictionaryAdmin, "/dictionaries", asked)).body.code).toBe("NAME_EXISTS");
  const other = { ...dictionary, category: "業務辞書" };
  expect(
    (await api.as(dictionaryAdmin, "/dictionaries", { method: "POST", body: other })).status,
  ).toBe(201);

  const { body: taken } = await api.asSystemAdmin("/contracts/1");
  const { organizationName, adminEmail, adminName, startDate, endDate } = taken;
  const contract = {
    organizationName,
    adminEmail,
    adminName,
    startDate,
    endDate,
    maxTranscriptCount: null,
    maxTranscriptMinutes: null,
  };
  const post = (body: object) => api.asSystemAdmin("/contracts", { method: "POST", body });
  expect((await post(contract)).body.code).toBe("EMAIL_EXISTS");
  const overlap = (await post({ ...contract, organizationId: 1 })).body;
  expect(overlap.code).toBe("PERIOD_OVERLAPS");
  expect(overlap.conflicts).toEqual([{ contractId: 1, startDate, endDate }]);
});

it("refuses a stale version with the current record", async () => {
  const { path, asked } = patch("/workspaces/1", { workspaceName: "第一営業部" });
  expect((await api.as(organizationAdmin, path, asked)).body.version).toBe(2);
  const stale = await api.as(organizationAdmin, path, asked);
  expect(stale.status).toBe(412);
  expect(stale.body.current.workspaceName).toBe("第一営業部");
});

it("lets one person write a locked dictionary, and tells the others who", async () => {
  const lock = "/dictionaries/1/lock";
  const taken = await api.as(dictionaryAdmin, lock, { method: "POST", body: {} });
  const token = { "x-lock-token": taken.body.lockToken };

  const refused = await api.as(colleague, lock, { method: "POST", body: {} });
  expect(refused.status).toBe(423);
  expect(refused.body.message).toMatch(
    /^佐藤 花子さんが編集中のため、編集できません。（\d\d:\d\dから）$/,
  );
  expect(refused.body.lock).toMatchObject({ dictionaryId: 1, lockedBy: dictionaryAdmin });
  const { path, asked } = patch("/dictionaries/1", { description: "説明" });
  expect((await api.as(colleague, path, asked)).body.code).toBe("LOCKED");
  expect((await api.as(dictionaryAdmin, path, asked)).body.message).toBe("別のタブで編集中です。");

  const own = patch("/dictionaries/1", { description: "説明" }, token);
  expect((await api.as(dictionaryAdmin, own.path, own.asked)).status).toBe(200);

  const reason = encodeURIComponent("長時間のため");
  const force = `${lock}?force=true&reason=${reason}`;
  expect((await api.as(colleague, force, { method: "DELETE" })).status).toBe(403);
  expect((await api.as(organizationAdmin, force, { method: "DELETE" })).status).toBe(204);
  const lost = await api.as(dictionaryAdmin, own.path, own.asked);
  expect(lost.body).toMatchObject({
    code: "LOCK_LOST",
    release: { releasedBy: organizationAdmin, reason: "長時間のため" },
  });
});

it("tells a page that listens what was changed", async () => {
  const stream = await api.open(dictionaryAdmin, "/events");
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe(":\n\n");
  await api.as(dictionaryAdmin, "/dictionaries/1/lock", { method: "POST", body: {} });
  expect((await reader?.read())?.value).toBe(
    'data: {"topic":"lock/dictionaries/1","type":"locked","payload":{"ids":[1]}}\n\n',
  );
  await reader?.cancel();
});
