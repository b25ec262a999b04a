import { expect, it } from "vitest";
import { z } from "zod";
import { changedGroup, changesOf } from "../../server/modules/scim/parsing/changes.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { describeDatabase } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aDirectory, patchOf, SCIM_GROUPS, SCIM_USERS } from "../support/scim.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const group = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  members: z.array(z.looseObject({ value: z.string() })).default([]),
});
const list = z.object({ totalResults: z.int(), Resources: z.array(group) });
const parsed = ({ body }: Answer) => group.parse(body);
const membersIn = (answer: Answer) =>
  parsed(answer)
    .members.map(({ value }) => value)
    .toSorted();

it("takes out of a large group as many members as a body can hold within a second of computing", () => {
  const ids = Array.from({ length: 75_000 }, (_, n) => `person-${n}`);
  const value = ids.map((id) => ({ value: id }));
  const members = [...ids.slice(-20_000), "stays"];
  const before = { displayName: "全員", externalId: undefined, members };
  const operations = [
    { op: "remove", path: "members", value },
    ...ids.slice(0, 999).map((id) => ({ op: "add", path: "members", value: { value: id } })),
  ];
  const startedAt = process.cpuUsage();
  const after = changedGroup(before, changesOf(patchOf(...operations)));
  expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000);
  expect(after.members).toEqual(["stays", ...ids.slice(0, 999)]);
});

describeDatabase("/scim/v2/Groups", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const admin = perTest(() => api.aUser({ ...own, isOrganizationAdmin: true }));
  const directory = aDirectory(api, own);
  const on = (id: string | number) => `${SCIM_GROUPS}/${id}`;
  const aMember = async (flags: object = {}) => (await api.aUser({ ...own, ...flags })).userId;

  const found = async (filter: string, more = "") => {
    const answer = await directory.get(
      `${SCIM_GROUPS}?filter=${encodeURIComponent(filter)}${more}`,
    );
    expect(answer.status, answer.text).toBe(200);
    return list.parse(answer.body).Resources;
  };
  const member = (value: string) => ({ value });

  it("are the workspaces and the two roles, found as directories ask", async () => {
    const one = await aMember();
    const workspaceId = await aWorkspace(api, { ...own, workspaceName: "営業部", userIds: [one] });
    await aWorkspace(api, { ...(await api.organization("他社")), workspaceName: "他社の部" });
    const all = list.parse((await directory.get(SCIM_GROUPS)).body);
    expect(all.Resources.map(({ displayName }) => displayName)).toEqual([
      "組織管理者",
      "辞書管理者",
      "営業部",
    ]);
    expect(all.Resources[0]?.members).toMatchObject([{ value: admin.userId }]);
    expect(await found('displayName eq "営業部"', "&excludedAttributes=members")).toEqual([
      expect.not.objectContaining({ members: [expect.anything()] }),
    ]);
    expect(await found(`displayName eq "営業部" and members eq "${one}"`)).toMatchObject([
      { id: String(workspaceId), members: [{ value: one }] },
    ]);
    expect(await found(`id eq "${workspaceId}" and members.value eq "nobody"`)).toEqual([]);
    expect(await found('displayName eq "他社の部"')).toEqual([]);
    const second = await directory.get(`${SCIM_GROUPS}?startIndex=2&count=1`);
    expect(second.body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
  });

  it.each<
    [string, (a: string, b: string) => object[], (a: string, b: string, c: string) => string[]]
  >([
    [
      "Entra ID: adds",
      (a, b) => [{ op: "Add", path: "members", value: [member(a), member(b)] }],
      (a, b, c) => [a, b, c],
    ],
    [
      "Entra ID without the flag: removes",
      (_, b) => [{ op: "Remove", path: "members", value: [member(b)] }],
      (_a, _b, c) => [c],
    ],
    [
      "Entra ID with the flag: removes",
      (_, b) => [{ op: "remove", path: `members[value eq "${b}"]` }],
      (_a, _b, c) => [c],
    ],
    ["Okta: replaces", (a) => [{ op: "replace", path: "members", value: [member(a)] }], (a) => [a]],
    [
      "Okta: several at once",
      (a, b) => [
        { op: "add", path: "members", value: [member(a)] },
        { op: "remove", path: `members[value eq "${b}"]` },
      ],
      (a, _b, c) => [a, c],
    ],
    ["Okta: no path", (a) => [{ op: "replace", value: { members: [member(a)] } }], (a) => [a]],
    ["all of them", () => [{ op: "remove", path: "members" }], () => []],
  ])("takes a PATCH: %s", async (_, operations, expected) => {
    const [a, b, c] = [await aMember(), await aMember(), await aMember()];
    const isRemoval = JSON.stringify(operations(a, b)).toLowerCase().includes("remove");
    const userIds = isRemoval ? [b, c] : [c];
    const workspaceId = await aWorkspace(api, { ...own, userIds });
    const answer = await directory.patch(on(workspaceId), patchOf(...operations(a, b)));
    expect(answer.status, answer.text).toBe(200);
    expect(membersIn(answer)).toEqual(expected(a, b, c).toSorted());
    expect(membersIn(await directory.get(on(workspaceId)))).toEqual(expected(a, b, c).toSorted());
  });

  it("is created empty and then patched, as Entra ID does", async () => {
    const one = await aMember();
    const created = await directory.post(SCIM_GROUPS, { externalId: "g-1", displayName: "開発部" });
    expect(created).toMatchObject({
      status: 201,
      headers: { "content-type": "application/scim+json; charset=utf-8" },
      body: { externalId: "g-1", displayName: "開発部", members: [] },
    });
    const { id } = parsed(created);
    expect(created.headers.location).toMatch(new RegExp(`/scim/v2/Groups/${id}$`));
    await directory.patch(on(id), patchOf({ op: "Add", path: "members", value: [member(one)] }));
    const profile = await api.as(admin).get(`/api/v1/workspaces/${id}/members`);
    expect(profile.body).toMatchObject({ members: [{ userId: one }] });
    expect(await directory.post(SCIM_GROUPS, { displayName: "開発部" })).toMatchObject({
      status: 409,
      body: { scimType: "uniqueness" },
    });
  });

  it("is replaced by PUT, with the members that were sent, which stay without any", async () => {
    const [a, b] = [await aMember(), await aMember()];
    const id = await aWorkspace(api, { ...own, workspaceName: "旧", userIds: [a] });
    const put = await directory.put(on(id), { displayName: "新", members: [member(b)] });
    expect(put).toMatchObject({
      status: 200,
      body: { displayName: "新", members: [{ value: b }] },
    });
    expect(membersIn(await directory.put(on(id), { displayName: "新" }))).toEqual([b]);
    expect(membersIn(await directory.put(on(id), { displayName: "新", members: [] }))).toEqual([]);
  });

  it.each<[string, object, object]>([
    [
      "a part of members",
      { op: "add", path: "members.display", value: "x" },
      { scimType: "invalidPath" },
    ],
    [
      "another attribute",
      { op: "add", path: "description", value: "x" },
      { scimType: "invalidPath" },
    ],
    ["no name", { op: "remove", path: "displayName" }, { scimType: "invalidValue" }],
    [
      "members that are none",
      { op: "add", path: "members", value: ["x"] },
      { scimType: "invalidValue" },
    ],
    [
      "a name too long",
      { op: "replace", path: "displayName", value: "あ".repeat(101) },
      { scimType: "invalidValue" },
    ],
  ])("refuses by 400: %s", async (_, operation, expected) => {
    const id = await aWorkspace(api, { ...own, userIds: [await aMember()] });
    const before = await directory.get(on(id));
    expect(await directory.patch(on(id), patchOf(operation))).toMatchObject({
      status: 400,
      body: expected,
    });
    expect((await directory.get(on(id))).body).toEqual(before.body);
  });

  it("refuses members of other organizations and deleted ones, and changes nothing", async () => {
    const one = await aMember();
    const foreign = await api.aUser(await api.organization("他社"));
    const removed = await aMember();
    await directory.delete(`${SCIM_USERS}/${removed}`);
    const id = await aWorkspace(api, { ...own, userIds: [one] });
    for (const value of [foreign.userId, removed, "nobody"]) {
      const body = { displayName: "部", members: [member(one), member(value)] };
      expect(await directory.put(on(id), body)).toMatchObject({
        status: 400,
        body: { scimType: "invalidValue" },
      });
    }
    expect(membersIn(await directory.get(on(id)))).toEqual([one]);
  });

  it("gives and takes roles, which are read-only on the screens from then on", async () => {
    const one = await aMember();
    const add = patchOf({ op: "Add", path: "members", value: [member(one)] });
    expect((await directory.patch(on("dictionaryAdmin"), add)).status).toBe(200);
    const client = api.as(admin);
    const user = await client.get(`/api/v1/users/${one}`);
    expect(user.body).toMatchObject({ isDictionaryAdmin: true, managedRoles: ["dictionaryAdmin"] });
    expect(await client.patch(`/api/v1/users/${one}`, { isDictionaryAdmin: false })).toMatchObject({
      status: 422,
      body: { code: "MANAGED_BY_DIRECTORY" },
    });
    expect((await client.patch(`/api/v1/users/${one}`, { isOrganizationAdmin: true })).status).toBe(
      200,
    );
    const invite = { email: "new@example.com", userName: "新人", isDictionaryAdmin: true };
    expect(await client.post("/api/v1/users", invite)).toMatchObject({
      status: 422,
      body: { code: "MANAGED_BY_DIRECTORY" },
    });
    const rename = patchOf({ op: "replace", path: "displayName", value: "別名" });
    expect(await directory.patch(on("dictionaryAdmin"), rename)).toMatchObject({
      status: 400,
      body: { scimType: "mutability" },
    });
    expect((await directory.delete(on("dictionaryAdmin"))).status).toBe(204);
    expect((await client.get(`/api/v1/users/${one}`)).body).toMatchObject({
      isDictionaryAdmin: false,
      managedRoles: [],
    });
  });

  it("is read-only for admins, and free again after DELETE, which leaves the workspace", async () => {
    const one = await aMember();
    const id = await aWorkspace(api, { ...own, workspaceName: "営業部", userIds: [one] });
    await aWorkspace(api, own);
    await directory.patch(on(id), patchOf({ op: "Add", path: "externalId", value: "g" }));
    const client = api.as(admin);
    const url = `/api/v1/workspaces/${id}`;
    const version = async () => ({ "if-match": String((await client.get(url)).headers.etag) });
    const attempts = async () => [
      await client.patch(url, { workspaceName: "新" }, await version()),
      await client.put(`${url}/members`, { userIds: [] }, await version()),
      await client.post("/api/v1/users/bulk", {
        changes: [{ action: "REMOVE_FROM_WORKSPACE", workspaceId: id, users: [{ userId: one }] }],
      }),
      await client.delete(url),
    ];
    expect((await client.get(url)).body).toMatchObject({ managedBy: "SCIM" });
    for (const answer of await attempts()) {
      expect(answer).toMatchObject({ status: 422, body: { code: "MANAGED_BY_DIRECTORY" } });
    }
    expect((await directory.delete(on(id))).status).toBe(204);
    expect((await directory.get(on(id))).status).toBe(404);
    expect(await found('displayName eq "営業部"')).toEqual([]);
    expect((await client.get(url)).body).toMatchObject({ managedBy: null, memberCount: 0 });
    expect((await client.patch(url, { workspaceName: "営業一部" }, await version())).status).toBe(
      200,
    );
    const again = await directory.post(SCIM_GROUPS, {
      displayName: "営業一部",
      members: [member(one)],
    });
    expect(again).toMatchObject({
      status: 201,
      body: { id: String(id), members: [{ value: one }] },
    });
  });
});
