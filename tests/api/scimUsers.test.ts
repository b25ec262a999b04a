import { addMinutes } from "date-fns";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { z } from "zod";
import { serviceKeyHousekeeping } from "../../server/background.ts";
import { evaluateRequested } from "../../server/modules/alerts/service/evaluateAlerts.ts";
import { suiteApi } from "../support/api.ts";
import type { Answer } from "../support/apiClient.ts";
import { eventsDuring, storedEvents } from "../support/auditEvents.ts";
import { describeDatabase } from "../support/database.ts";
import { someEmail } from "../support/people.ts";
import { perTest } from "../support/perSuite.ts";
import { aDirectory, entraUser, oktaUser, patchOf, SCIM, SCIM_USERS } from "../support/scim.ts";
import { aServiceKey, withKey } from "../support/serviceKeys.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const resource = z.looseObject({ id: z.string() });
const list = z.object({ totalResults: z.int(), Resources: z.array(resource) });

const idOf = ({ body }: Answer) => resource.parse(body).id;
const error = (status: number, rest: object = {}) => ({
  status,
  headers: { "content-type": "application/scim+json; charset=utf-8" },
  body: {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    status: String(status),
    ...rest,
  },
});

describeDatabase("/scim/v2/Users", (engine) => {
  const api = suiteApi(engine);
  const own = perTest(() => api.organization());
  const admin = api.as(perTest(() => api.aUser({ ...own, isOrganizationAdmin: true })));
  const directory = aDirectory(api, own);
  const on = (id: string) => `${SCIM_USERS}/${id}`;

  const find = async (filter: string, more = "") => {
    const answer = await directory.get(`${SCIM_USERS}?filter=${encodeURIComponent(filter)}${more}`);
    expect(answer.status, answer.text).toBe(200);
    return list.parse(answer.body);
  };
  const stored = (userId: string) =>
    api.db.selectFrom("users").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow();
  const create = async (given: object = {}, email = someEmail()) => {
    const answer = await directory.post(SCIM_USERS, entraUser(email, given));
    expect(answer.status, answer.text).toBe(201);
    return { id: idOf(answer), email, answer };
  };

  const membersOf = (workspaceId: number) =>
    api.db
      .selectFrom("workspace_members")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .execute();

  it("answers the tests of a connection by Entra ID and by Okta", async () => {
    const random = `${crypto.randomUUID()}`;
    expect(await directory.get(`${SCIM_USERS}?filter=userName+eq+%22${random}%22`)).toMatchObject({
      status: 200,
      headers: { "content-type": "application/scim+json; charset=utf-8" },
      body: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    });
    expect(await directory.get(`${SCIM_USERS}?startIndex=1&count=2`)).toMatchObject({
      status: 200,
      // The admin of the console.
      body: { totalResults: 1, startIndex: 1 },
    });
  });

  it("creates and invites a person, and answers what was sent as it was sent", async () => {
    const email = someEmail("Hanako.Sato").replace("hanako", "Hanako");
    const { id, answer } = await create({}, email);
    expect(answer).toMatchObject({
      headers: {
        "content-type": "application/scim+json; charset=utf-8",
        location: expect.stringMatching(new RegExp(`/scim/v2/Users/${id}$`)),
      },
      body: {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName: email,
        externalId: email.split("@")[0],
        name: { formatted: "佐藤 花子", familyName: "佐藤", givenName: "花子" },
        emails: [{ primary: true, type: "work", value: email }],
        active: true,
      },
    });
    expect(await stored(id)).toMatchObject({
      email: email.toLowerCase(),
      user_name: "佐藤 花子",
      status: "INVITED",
      managed_by: "SCIM",
      is_organization_admin: false,
    });
    expect(await api.mailsTo(email.toLowerCase())).toHaveLength(1);
    const [event] = (await storedEvents(api.db)).filter(
      ({ operation }) => operation === "createScimUser",
    );
    expect(event).toMatchObject({ actor_kind: "serviceKey", actor_name: "Entra ID" });
  });

  it("creates a disabled person without a mail, and invites them once they are enabled", async () => {
    const { id, email } = await create({ active: false });
    expect(await stored(id)).toMatchObject({ status: "DISABLED" });
    expect(await api.mailsTo(email)).toHaveLength(0);
    await directory.patch(on(id), patchOf({ op: "Replace", path: "active", value: "True" }));
    expect(await stored(id)).toMatchObject({ status: "INVITED" });
    await expect.poll(() => api.mailsTo(email), { timeout: 10_000 }).toHaveLength(1);
  });

  it("invites at most 200 people an hour; further mails wait, of whatever key or request", async () => {
    const { id, email } = await create({ active: false });
    const due = sql<Date>`clock_timestamp() - interval '30 minutes'`;
    const sender = `scim:${own.organizationId}`;
    const mails = Array.from({ length: 200 }, (_, n) => ({
      recipient: `r${n}@example.com`,
      sender,
      due_at: due,
    }));
    await api.db.insertInto("mails").values(mails).execute();
    const created = await create();
    await directory.patch(on(id), patchOf({ op: "Replace", path: "active", value: true }));
    const { rows } = await sql<{ recipient: string; minutes: number }>`
      select recipient, extract(epoch from due_at - clock_timestamp())::float8 / 60 as minutes
      from mails where recipient = any(${[created.email, email]}::text[])`.execute(api.db);
    expect(rows).toHaveLength(2);
    for (const { minutes } of rows) expect(minutes).toBeGreaterThan(25);
    expect(await stored(created.id)).toMatchObject({ invited_by: null });
    for (const one of [created.email, email]) expect(await api.mailsTo(one)).toHaveLength(0);
  });

  const EMAIL = 'emails[type eq "work"].value';
  it.each<[string, object[], object]>([
    [
      "Entra ID: op in its case",
      [{ op: "Replace", path: "displayName", value: "営業 花子" }],
      { displayName: "営業 花子" },
    ],
    [
      "Entra ID: active as text",
      [{ op: "Replace", path: "active", value: "False" }],
      { active: false },
    ],
    [
      "Entra ID with the flag: active",
      [{ op: "replace", path: "active", value: false }],
      { active: false },
    ],
    [
      "Entra ID: an operation for each attribute",
      [
        { op: "Add", path: "name.givenName", value: "良子" },
        { op: "Replace", path: EMAIL, value: "r@example.com" },
        { op: "Replace", path: "externalId", value: "r.sato" },
      ],
      {
        name: { formatted: "佐藤 花子", familyName: "佐藤", givenName: "良子" },
        emails: [{ primary: true, type: "work", value: "r@example.com" }],
        externalId: "r.sato",
      },
    ],
    [
      "Entra ID with the flag: paths as names",
      [{ op: "replace", value: { "name.familyName": "鈴木", displayName: "鈴木 花子" } }],
      { name: { familyName: "鈴木", givenName: "花子" }, displayName: "鈴木 花子" },
    ],
    ["Okta: no path", [{ op: "replace", value: { active: false } }], { active: false }],
    [
      "Okta: an object",
      [{ op: "replace", value: { name: { familyName: "鈴木", givenName: "良子" } } }],
      { name: { familyName: "鈴木", givenName: "良子" } },
    ],
    [
      "names without regard to case, with the schema in front",
      [
        {
          op: "REPLACE",
          path: "urn:ietf:params:scim:schemas:core:2.0:User:NAME.FamilyName",
          value: "鈴木",
        },
      ],
      { name: { familyName: "鈴木" } },
    ],
    [
      "an address where there was none of its type",
      [{ op: "Add", path: 'emails[type eq "home"].value', value: "h@example.com" }],
      { emails: [{ type: "work" }, { type: "home", value: "h@example.com" }] },
    ],
  ])("takes a PATCH: %s", async (_, operations, expected) => {
    const { id } = await create();
    const answer = await directory.patch(on(id), patchOf(...operations));
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect((await directory.get(on(id))).body).toEqual(answer.body);
  });

  it("takes an attribute away", async () => {
    const { id } = await create();
    const remove = patchOf({ op: "Remove", path: "externalId" });
    const { status, body } = await directory.patch(on(id), remove);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("externalId");
  });

  it.each<[string, object, object]>([
    ["an unknown op", { op: "move", path: "active", value: true }, { scimType: "invalidSyntax" }],
    [
      "an attribute of an extension",
      {
        op: "Add",
        path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
        value: "営業",
      },
      { scimType: "invalidPath" },
    ],
    [
      "an attribute that is not supported",
      { op: "Add", path: "title", value: "部長" },
      { scimType: "invalidPath" },
    ],
    [
      "one among others without a path",
      { op: "replace", value: { active: true, title: "部長" } },
      { scimType: "invalidPath" },
    ],
    [
      "a prototype",
      { op: "replace", path: "__proto__.polluted", value: "x" },
      { scimType: "invalidPath" },
    ],
    ["no target", { op: "remove" }, { scimType: "noTarget" }],
    [
      "a state that is none",
      { op: "replace", path: "active", value: "いいえ" },
      { scimType: "invalidValue" },
    ],
    [
      "a name in a value that is longer than a path may be",
      { op: "replace", value: { [`emails[type eq "${"a".repeat(1_000)}"].value`]: "a" } },
      { scimType: "invalidPath" },
    ],
    ["no address", { op: "remove", path: "userName" }, { scimType: "invalidValue" }],
    [
      "another address",
      { op: "Replace", path: "userName", value: "other@example.com" },
      { scimType: "mutability" },
    ],
    [
      "a name too long",
      { op: "Replace", path: "name.familyName", value: "あ".repeat(51) },
      { scimType: "invalidValue" },
    ],
    [
      "a control character",
      { op: "Replace", path: "externalId", value: "a\u0000" },
      { scimType: "invalidValue" },
    ],
    [
      "a filter in a path that is none",
      { op: "Replace", path: "emails[type].value", value: "a" },
      { scimType: "invalidFilter" },
    ],
  ])("refuses by 400 and changes nothing: %s", async (_, operation, expected) => {
    const { id } = await create();
    const before = await stored(id);
    expect(await directory.patch(on(id), patchOf(operation))).toMatchObject(error(400, expected));
    expect(await stored(id)).toEqual(before);
  });

  const addresses = (count: number, from = 0) =>
    Array.from({ length: count }, (_, n) => ({ value: `a${from + n}@example.com`, type: "other" }));

  it("keeps at most 20 addresses of a person, whichever way they come", async () => {
    const { id, email } = await create({ emails: addresses(19) });
    const add = (value: unknown) => patchOf({ op: "add", path: "emails", value });
    expect((await directory.patch(on(id), add(addresses(1, 19)))).status).toBe(200);
    expect((await directory.patch(on(id), add(addresses(20)))).status).toBe(200);
    const before = await stored(id);
    for (const patch of [
      add(addresses(1, 20)),
      add(addresses(1_000)),
      patchOf({ op: "add", path: 'emails[type eq "work"].value', value: "w@example.com" }),
      patchOf({ op: "replace", value: { emails: addresses(21) } }),
    ]) {
      expect(await directory.patch(on(id), patch)).toMatchObject(
        error(400, {
          scimType: "invalidValue",
          detail: "emailsには、20件まで指定できます。",
        }),
      );
    }
    for (const answer of [
      await directory.put(on(id), entraUser(email, { emails: addresses(21) })),
      await directory.post(SCIM_USERS, entraUser(someEmail(), { emails: addresses(21) })),
    ]) {
      expect(answer).toMatchObject(error(400, { scimType: "invalidValue" }));
    }
    expect(await stored(id)).toEqual(before);
    const remove = patchOf({ op: "remove", path: "emails" });
    expect((await directory.patch(on(id), remove)).body).not.toHaveProperty("emails");
  });

  it("finds people as Entra ID and Okta ask, and nobody of another organization", async () => {
    const { id, email } = await create({ externalId: "e-1" });
    await create();
    const other = await api.aUser(await api.organization("他社"));
    for (const filter of [
      `userName eq "${email}"`,
      `userName eq "${email.toUpperCase()}"`,
      `USERNAME EQ "${email}"`,
      `externalId eq "e-1"`,
      `emails[type eq "work"].value eq "${email}"`,
      `emails.value eq "${email}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${email}"`,
      `externalId eq "e-1" and active eq true`,
      `id eq "${id}"`,
    ]) {
      const found = await find(filter);
      expect(
        found.Resources.map((one) => one.id),
        filter,
      ).toEqual([id]);
    }
    for (const filter of [
      `externalId eq "e-1" and active eq false`,
      `userName eq "${other.email}"`,
    ]) {
      expect(await find(filter), filter).toMatchObject({ totalResults: 0 });
    }
    expect((await directory.get(on(other.userId))).status).toBe(404);
  });

  it.each([
    'userName co "a"',
    'userName eq "a" or userName eq "b"',
    "not (active eq true)",
    'title eq "部長"',
    "userName eq",
    Array.from({ length: 11 }, () => "active eq true").join(" and "),
    `userName eq "${"\n".repeat(60)}`,
    "userName pr",
  ])("refuses the filter %j", async (filter) => {
    const url = `${SCIM_USERS}?filter=${encodeURIComponent(filter)}`;
    expect(await directory.get(url)).toMatchObject(error(400, { scimType: "invalidFilter" }));
  });

  it("pages from 1, and answers the total with each page", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await create()).id);
    const seen: string[] = [];
    for (const startIndex of [2, 3, 4]) {
      const { body } = await directory.get(`${SCIM_USERS}?startIndex=${startIndex}&count=1`);
      expect(body).toMatchObject({ totalResults: 4, startIndex, itemsPerPage: 1 });
      seen.push(...list.parse(body).Resources.map(({ id }) => id));
    }
    expect(new Set(seen)).toEqual(new Set(ids));
    expect((await directory.get(`${SCIM_USERS}?count=0`)).body).toMatchObject({
      totalResults: 4,
      Resources: [],
    });
    expect((await directory.get(`${SCIM_USERS}?startIndex=0&count=9999`)).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 4,
    });
  });

  it("leaves out what is not wanted", async () => {
    const { id } = await create();
    const { body } = await directory.get(`${on(id)}?attributes=USERNAME,name.givenName`);
    expect(Object.keys(Object(body)).toSorted()).toEqual(["id", "name", "schemas", "userName"]);
    const without = await directory.get(`${on(id)}?excludedAttributes=emails,meta`);
    expect(without.body).not.toHaveProperty("emails");
    expect(without.body).toHaveProperty("userName");
  });

  it("replaces a person by PUT, and leaves the state where it says none", async () => {
    const email = someEmail();
    const created = await directory.post(SCIM_USERS, oktaUser(email));
    expect(created).toMatchObject({ status: 201, body: { displayName: "Hanako Sato" } });
    const id = idOf(created);
    await directory.patch(on(id), patchOf({ op: "replace", value: { active: false } }));
    const { active: _, ...withoutState } = oktaUser(email, {
      id,
      name: { givenName: "Yoshiko", familyName: "Suzuki" },
      displayName: undefined,
    });
    const put = await directory.put(on(id), withoutState);
    expect(put).toMatchObject({
      status: 200,
      body: { active: false, name: { givenName: "Yoshiko" } },
    });
    expect(put.body).not.toHaveProperty("displayName");
    expect(await stored(id)).toMatchObject({ user_name: "Suzuki Yoshiko", status: "DISABLED" });
    await directory.put(on(id), oktaUser(email, { active: true }));
    expect(await stored(id)).toMatchObject({ status: "INVITED", user_name: "Sato Hanako" });
  });

  it("refuses an address that is taken, here or elsewhere, without saying where", async () => {
    const { email } = await create();
    const other = await api.aUser(await api.organization("他社"));
    const [here, there] = [
      await directory.post(SCIM_USERS, entraUser(email.toUpperCase())),
      await directory.post(SCIM_USERS, entraUser(other.email)),
    ];
    expect(here).toMatchObject(error(409, { scimType: "uniqueness" }));
    expect(there.body).toEqual(here.body);
  });

  it("disables by DELETE, sees the person no more, and takes the same account again", async () => {
    const { id, email } = await create();
    expect(await directory.delete(on(id))).toMatchObject({ status: 204, text: "" });
    expect(await stored(id)).toMatchObject({ status: "DISABLED", managed_by: null });
    expect(await directory.get(on(id))).toMatchObject(error(404));
    expect((await directory.delete(on(id))).status).toBe(404);
    expect(
      (await directory.patch(on(id), patchOf({ op: "replace", value: { active: true } }))).status,
    ).toBe(404);
    expect(await find(`userName eq "${email}"`)).toMatchObject({ totalResults: 0 });
    const again = await directory.post(
      SCIM_USERS,
      entraUser(email, { name: { familyName: "鈴木" } }),
    );
    expect(again).toMatchObject({ status: 201, body: { id, active: true } });
    expect(again.body).not.toHaveProperty("removed");
    expect(await stored(id)).toMatchObject({
      status: "INVITED",
      managed_by: "SCIM",
      user_name: "鈴木",
    });
  });

  it("takes roles and workspaces by DELETE, which says so in the log, and brings none back by POST", async () => {
    const theirs = await api.organization();
    const flags = { isOrganizationAdmin: true, isDictionaryAdmin: true };
    const last = await api.aUser({ ...theirs, ...flags });
    const workspaceId = await aWorkspace(api, { ...theirs, userIds: [last.userId] });
    const other = aDirectory(api, theirs);
    const events = await eventsDuring(api.db, () => other.delete(on(last.userId)));
    const changed = (kind: string) =>
      events
        .filter(({ target_kind }) => target_kind === kind)
        .map(({ changes }) => changes.map(({ field }) => field).toSorted());
    expect(changed("user")).toEqual([["isDictionaryAdmin", "isOrganizationAdmin", "status"]]);
    expect(changed("workspace")).toEqual([["members"]]);
    expect(await stored(last.userId)).toMatchObject({
      is_organization_admin: false,
      is_dictionary_admin: false,
    });
    const deps = { db: api.db, now: api.clock.now, config: { smtp: null } };
    await evaluateRequested(deps, theirs.organizationId);
    const { body } = await api
      .asSystemAdmin()
      .get(`/admin/api/v1/alerts?kind=LAST_ADMIN_DISABLED&organizationId=${theirs.organizationId}`);
    expect(body).toMatchObject({ content: [{ ...theirs, resolvedAt: null }] });
    const again = await other.post(SCIM_USERS, entraUser(last.email));
    expect(again).toMatchObject({ status: 201, body: { id: last.userId, active: true } });
    expect(await stored(last.userId)).toMatchObject({
      is_organization_admin: false,
      is_dictionary_admin: false,
    });
    expect(await membersOf(workspaceId)).toEqual([]);
  });

  it("takes an account that an older release has deleted without what it was left", async () => {
    const { id, email } = await create();
    await directory.delete(on(id));
    const workspaceId = await aWorkspace(api, { ...own, userIds: [id] });
    await sql`
      update users set is_organization_admin = true, is_dictionary_admin = true
      where user_id = ${id}`.execute(api.db);
    expect((await directory.post(SCIM_USERS, entraUser(email))).status).toBe(201);
    expect(await stored(id)).toMatchObject({
      is_organization_admin: false,
      is_dictionary_admin: false,
    });
    expect(await membersOf(workspaceId)).toEqual([]);
  });

  it("links a member of the console, whose name stays until the directory changes it", async () => {
    const member = await api.aUser({ ...own, userName: "山田　太郎" });
    const found = await find(`userName eq "${member.email}"`);
    expect(found.Resources).toMatchObject([
      { id: member.userId, name: { familyName: "山田", givenName: "太郎" }, active: true },
    ]);
    await directory.patch(
      on(member.userId),
      patchOf({ op: "Add", path: "externalId", value: "t" }),
    );
    expect(await stored(member.userId)).toMatchObject({
      user_name: "山田　太郎",
      managed_by: "SCIM",
    });
    await directory.patch(
      on(member.userId),
      patchOf({ op: "Replace", path: "name.givenName", value: "次郎" }),
    );
    expect(await stored(member.userId)).toMatchObject({ user_name: "山田 次郎" });
  });

  it("changes nothing by what is so already", async () => {
    const { id } = await create();
    const before = await stored(id);
    const events = (await storedEvents(api.db)).length;
    await directory.patch(on(id), patchOf({ op: "Replace", path: "active", value: "True" }));
    expect(await stored(id)).toEqual(before);
    expect((await storedEvents(api.db)).length).toBe(events);
  });

  it("ends what a person may do at once, and disables the last admin too", async () => {
    const theirs = await api.organization();
    const last = await api.aUser({ ...theirs, isOrganizationAdmin: true });
    const client = api.as(last);
    expect((await client.get("/api/v1/users/me")).status).toBe(200);
    const off = patchOf({ op: "Replace", path: "active", value: "False" });
    expect((await aDirectory(api, theirs).patch(on(last.userId), off)).status).toBe(200);
    expect((await client.get("/api/v1/users/me")).status).toBe(401);
    const alerts = async () => {
      const deps = { db: api.db, now: api.clock.now, config: { smtp: null } };
      await evaluateRequested(deps, theirs.organizationId);
      const { rows } = await sql<{ open: boolean }>`
        select resolved_at is null as open from alerts
        where organization_id = ${theirs.organizationId} and kind = 'LAST_ADMIN_DISABLED'`.execute(
        api.db,
      );
      return rows;
    };
    expect(await alerts()).toEqual([{ open: true }]);
    const provider = api.asSystemAdmin();
    const { body } = await provider.get(
      `/admin/api/v1/alerts?kind=LAST_ADMIN_DISABLED&organizationId=${theirs.organizationId}`,
    );
    expect(body).toMatchObject({
      content: [{ ...theirs, contractId: null, webhookId: null }],
    });
    const next = await api.aUser(theirs);
    await provider.patch(`/admin/api/v1/users/${next.userId}`, { isOrganizationAdmin: true });
    expect(await alerts()).toEqual([{ open: false }]);
  });

  it("is read-only for admins in what the directory rules, and says why", async () => {
    const { id } = await create();
    const url = `/api/v1/users/${id}`;
    expect((await admin.get(url)).body).toMatchObject({ managedBy: "SCIM" });
    for (const body of [{ userName: "別名" }, { status: "DISABLED" }]) {
      expect(await admin.patch(url, body)).toMatchObject({
        status: 422,
        body: { code: "MANAGED_BY_DIRECTORY" },
      });
    }
    expect((await admin.patch(url, { userNameKana: "サトウ" })).status).toBe(200);
    const change = { action: "DISABLE", users: [{ userId: id }] };
    expect(await admin.post("/api/v1/users/bulk", { changes: [change] })).toMatchObject({
      status: 422,
      body: { code: "ROWS_REFUSED" },
    });
  });

  it("gives everything back to the admins with its last key, and rules it again with the next", async () => {
    const { id } = await create();
    const keys = await api.db.selectFrom("service_keys").select("service_key_id").execute();
    const last = Math.max(...keys.map(({ service_key_id }) => service_key_id));
    await api.asSystemAdmin().delete(`/admin/api/v1/service-keys/${last}`);
    expect((await directory.get(on(id))).status).toBe(401);
    expect((await admin.patch(`/api/v1/users/${id}`, { userName: "別名" })).status).toBe(200);
    const next = aDirectory(api, own);
    expect(await next.get(on(id))).toMatchObject({ status: 200, body: { id } });
    await next.patch(on(id), patchOf({ op: "Replace", path: "active", value: "True" }));
    expect((await admin.get(`/api/v1/users/${id}`)).body).toMatchObject({ managedBy: "SCIM" });
  });

  it("gives everything back once its last key has ended, the one before revoked or ended", async () => {
    const { id } = await create();
    const keys = await api.db
      .selectFrom("service_keys")
      .select("service_key_id")
      .where(sql<boolean>`organization_ids = ${[own.organizationId]}::bigint[]`)
      .execute();
    expect(keys).toHaveLength(1);
    const endsAt = addMinutes(api.clock.now(), 5);
    const more = { scopes: ["scim"], organizationIds: [own.organizationId] } as const;
    await aServiceKey(api, { ...more, endsAt });
    for (const { service_key_id } of keys) {
      await api.asSystemAdmin().delete(`/admin/api/v1/service-keys/${service_key_id}`);
    }
    const release = serviceKeyHousekeeping({ db: api.db, now: api.clock.now });
    const managedBy = async () => {
      for (const run of Object.values(release)) await run();
      return (await stored(id)).managed_by;
    };
    expect(await managedBy()).toBe("SCIM");
    const second = await aServiceKey(api, { ...more, endsAt: addMinutes(endsAt, 5) });
    api.clock.advance(6);
    expect(await managedBy()).toBe("SCIM");
    api.clock.advance(5);
    expect(await managedBy()).toBeNull();
    expect((await withKey(api, second.key).get(on(id))).status).toBe(401);
  });

  it("gives everything back with the revocation of the last key, whichever has ended before", async () => {
    const { id } = await create();
    await aServiceKey(api, {
      scopes: ["scim"],
      organizationIds: [own.organizationId],
      endsAt: api.clock.now(),
    });
    const { service_key_id } = await api.db
      .selectFrom("service_keys")
      .select("service_key_id")
      .where(sql<boolean>`organization_ids = ${[own.organizationId]}::bigint[]`)
      .where("ends_at", "is", null)
      .executeTakeFirstOrThrow();
    await api.asSystemAdmin().delete(`/admin/api/v1/service-keys/${service_key_id}`);
    expect(await stored(id)).toMatchObject({ managed_by: null });
  });

  it("answers every error in SCIM's form", async () => {
    expect(await api.anonymous.get(SCIM_USERS)).toMatchObject(error(401));
    expect(await admin.get(SCIM_USERS)).toMatchObject(error(403));
    const { key } = await aServiceKey(api, { scopes: ["limits.read"] });
    expect(await withKey(api, key).get(SCIM_USERS)).toMatchObject(error(403));
    expect(await directory.get(`${SCIM}/Bulk`)).toMatchObject(error(404));
    expect(await directory.get(on("x"))).toMatchObject(error(404));
    expect(await directory.post(SCIM_USERS, {})).toMatchObject(
      error(400, { scimType: "invalidValue" }),
    );
    expect(await directory.patch(on("x"), { Operations: [] })).toMatchObject(error(400));
    const sent = { payload: "{", headers: { "content-type": "application/scim+json" } };
    expect(await directory.send("POST", SCIM_USERS, sent)).toMatchObject(
      error(400, { scimType: "invalidSyntax" }),
    );
    const text = { payload: "x", headers: { "content-type": "text/plain" } };
    expect(await directory.send("POST", SCIM_USERS, text)).toMatchObject(error(415));
  });

  it("takes bodies as application/scim+json and says what it supports", async () => {
    const payload = JSON.stringify(entraUser(someEmail()));
    const headers = { "content-type": "application/scim+json; charset=utf-8" };
    expect((await directory.send("POST", SCIM_USERS, { payload, headers })).status).toBe(201);
    expect((await directory.get(`${SCIM}/ServiceProviderConfig`)).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
    });
    for (const path of ["ResourceTypes", "Schemas"]) {
      expect((await directory.get(`${SCIM}/${path}`)).status).toBe(200);
    }
  });
});

describeDatabase("the limits of a directory", (engine) => {
  const api = suiteApi(engine, { env: { RATE_LIMIT_PER_MINUTE: "1" } });

  it("are those of its key, answered in SCIM's form", async () => {
    const directory = aDirectory(api, await api.organization());
    for (let sent = 0; sent < 5; sent += 1)
      expect((await directory.get(SCIM_USERS)).status).toBe(200);
    const answer = await directory.get(SCIM_USERS);
    expect(answer).toMatchObject(error(429));
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});
