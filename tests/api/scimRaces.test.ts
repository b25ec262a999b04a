import { sql } from "kysely";
import { expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aDirectory, patchOf, SCIM_GROUPS, SCIM_USERS } from "../support/scim.ts";
import { aServiceKey, SERVICE_KEYS, withKey } from "../support/serviceKeys.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 5);
const answer = z.looseObject({ members: z.array(z.looseObject({ value: z.string() })) });

describePostgres("races of groups", () => {
  const api = suiteApi("postgres");
  const own = perTest(() => api.organization());
  const directory = aDirectory(api, own);
  const someone = async () => (await api.aUser(own)).userId;
  const add = (...ids: string[]) =>
    patchOf({ op: "Add", path: "members", value: ids.map((value) => ({ value })) });

  const members = async (id: string | number) => {
    const { body } = await directory.get(`${SCIM_GROUPS}/${id}`);
    return answer.parse(body).members.map(({ value }) => value);
  };
  const targets = {
    "a workspace": async () => aWorkspace(api, own),
    "a role": async () => "dictionaryAdmin",
  } as const;

  it.each(Object.entries(targets))(
    "loses no member of %s in PATCHes at once",
    async (_, target) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await target();
        const people = await Promise.all(Array.from({ length: 8 }, someone));
        const answers = await Promise.all(
          people.map((one) => directory.patch(`${SCIM_GROUPS}/${id}`, add(one))),
        );
        expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
        expect(await members(id)).toEqual(expect.arrayContaining(people));
      }
    },
  );

  it.each(Object.entries(targets))(
    "ends as if PUT and PATCH of %s came one by one",
    async (_, target) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await target();
        const url = `${SCIM_GROUPS}/${id}`;
        const [a, b, c] = [await someone(), await someone(), await someone()];
        const { displayName } = z
          .looseObject({ displayName: z.string() })
          .parse((await directory.get(url)).body);
        const answers = await Promise.all([
          directory.put(url, { displayName, members: [{ value: a }, { value: b }] }),
          directory.patch(url, add(c)),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const left = await members(id);
        expect(left).toEqual(expect.arrayContaining([a, b]));
        expect(left.filter((one) => ![a, b, c].includes(one))).toEqual([]);
      }
    },
  );
});

describePostgres("the end of a directory", () => {
  const api = suiteApi("postgres");
  const own = perTest(() => api.organization());
  const admin = api.asSystemAdmin();
  const aKey = () => aServiceKey(api, { scopes: ["scim"], organizationIds: [own.organizationId] });
  const revoke = ({ serviceKeyId }: { serviceKeyId: number }) =>
    admin.delete(`${SERVICE_KEYS}/${serviceKeyId}`);
  const managedBy = async (userId: string) =>
    (
      await api.db
        .selectFrom("users")
        .select("managed_by")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow()
    ).managed_by;
  const waiting = async () => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(api.db);
    return rows[0]?.waiting;
  };
  const rename = patchOf({ op: "Replace", path: "externalId", value: "e" });

  it("comes with two revocations at once, too", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const keys = [await aKey(), await aKey()];
      const { userId } = await api.aUser(own);
      await withKey(api, keys[0]?.key ?? "").patch(`${SCIM_USERS}/${userId}`, rename);
      expect(await managedBy(userId)).toBe("SCIM");
      const answers = await Promise.all(keys.map(revoke));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await managedBy(userId)).toBeNull();
    }
  });

  it("waits for a write under way, and refuses one that comes after it", async () => {
    const key = await aKey();
    const directory = withKey(api, key.key);
    const [first, second] = [await api.aUser(own), await api.aUser(own)];
    let isRevoked = false;
    const { patched, revoked, late } = await api.db
      .transaction()
      .execute(async (trx) => {
        await sql`select from users where user_id = ${first.userId} for update`.execute(trx);
        const patched = directory.patch(`${SCIM_USERS}/${first.userId}`, rename);
        await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
        const revoked = revoke(key).then((answer) => {
          isRevoked = true;
          return answer;
        });
        await expect
          .poll(async () => isRevoked || (await waiting()) === 2, { timeout: 10_000 })
          .toBe(true);
        // Its key is still valid if the revocation waits.
        const late = directory.patch(`${SCIM_USERS}/${second.userId}`, rename);
        await expect
          .poll(async () => isRevoked || (await waiting()) === 3, { timeout: 10_000 })
          .toBe(true);
        return { patched, revoked, late };
      })
      .then(async (asked) => ({
        patched: await asked.patched,
        revoked: await asked.revoked,
        late: await asked.late,
      }));
    expect([patched.status, revoked.status, late.status]).toEqual([200, 200, 401]);
    expect(await managedBy(first.userId)).toBeNull();
    expect(await managedBy(second.userId)).toBeNull();
  });
});
