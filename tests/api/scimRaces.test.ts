import { expect, it } from "vitest";
import { z } from "zod";
import { suiteApi } from "../support/api.ts";
import { describePostgres } from "../support/database.ts";
import { perTest } from "../support/perSuite.ts";
import { aDirectory, patchOf, SCIM_GROUPS } from "../support/scim.ts";
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
