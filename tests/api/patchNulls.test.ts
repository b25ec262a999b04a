import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { RegisteredRoute } from "../../server/plugins/access.ts";
import { suiteApi } from "../support/api.ts";
import { describeDatabase } from "../support/database.ts";
import { perSuite } from "../support/perSuite.ts";
import { routeTable } from "../support/routeTable.ts";
import { walkWorld } from "../support/walkWorld.ts";
import { aWorkspace } from "../support/workspaceRequests.ts";

const record = z.record(z.string(), z.unknown());
/** A contract shows them; they are edited at the organization. */
const OF_THE_ORGANIZATION = ["organizationName", "organizationNameKana"];
const isEmpty = (value: unknown) => value === null || value === "";

/** The schemas of a PATCH: per field, what may be sent and what is answered. */
function schemasOf({ url, endpoint }: RegisteredRoute) {
  const { body, answers } = endpoint ?? {};
  const answer = answers && "200" in answers ? answers[200] : undefined;
  if (!(body instanceof z.ZodObject && answer instanceof z.ZodObject)) {
    throw new Error("a PATCH takes and answers an object");
  }
  const isChangeable = ([field]: [string, unknown]) =>
    !url.includes("/contracts/") || !OF_THE_ORGANIZATION.includes(field);
  return Object.entries(body.shape)
    .filter(isChangeable)
    .map(([field, sent]) => ({
      field,
      sent: z.strictObject({ value: sent }),
      answered: z.strictObject({ value: answer.shape[field] }),
    }));
}

type Field = ReturnType<typeof schemasOf>[number];

/** Whether a record may be without the field. */
const isOptional = ({ answered }: Field) =>
  [null, ""].some((value) => answered.safeParse({ value }).success);

describeDatabase("PATCH", (engine) => {
  const api = suiteApi(engine);
  const world = perSuite(() => walkWorld(api));
  let patches: RegisteredRoute[];
  let workspaceId: number;

  beforeAll(async () => {
    workspaceId = await aWorkspace(api, world.own);
    patches = api.app.registeredRoutes.filter(
      // Those of SCIM take operations.
      ({ method, url, endpoint }) => method === "PATCH" && endpoint && !url.startsWith("/scim/"),
    );
  });

  /** Changes a new record of the route's resource, again and again. */
  async function patching({ url: route }: RegisteredRoute) {
    const row = routeTable.get(`PATCH ${route}`);
    if (!row || row.may === "anyone") throw new Error(`${route} has no row`);
    const role = row.may.find((one) => one === "organizationAdmin") ?? row.may[0] ?? "staff";
    const { url, headers = {} } = await row.send(world, role);
    const user = world.people[role];
    const client = role === "systemAdmin" ? api.asSystemAdmin(user) : api.as(user);
    return (body: object) =>
      client.send("PATCH", url, {
        payload: JSON.stringify(body),
        headers: { ...headers, "content-type": "application/json" },
      });
  }

  /** A value that fits: also the workspace's id, which is a possible cap as well. */
  function sampleOf({ field, sent }: Field) {
    const samples = ["備考", "カナ", workspaceId, "2030-04-01", [world.own.organizationId]];
    const sample = samples.find((value) => sent.safeParse({ value }).success);
    if (sample === undefined) throw new Error(`no sample fits ${field}`);
    return sample;
  }

  it("leaves absent fields unchanged and clears every optional field by null", async () => {
    const cleared: string[] = [];
    for (const route of patches) {
      for (const one of schemasOf(route).filter(isOptional)) {
        const patch = await patching(route);
        const { field } = one;
        const value = sampleOf(one);
        const answered = async (body: object) => {
          const answer = await patch(body);
          expect(answer.status, `${route.url} ${JSON.stringify(body)}: ${answer.text}`).toBe(200);
          return record.parse(answer.body)[field];
        };
        expect(await answered({ [field]: value }), field).toEqual(value);
        expect(await answered({}), field).toEqual(value);
        expect(await answered({ [field]: null }), field).toSatisfy(isEmpty);
        expect(await answered({}), field).toSatisfy(isEmpty);
        cleared.push(`${route.url} ${field}`);
      }
    }
    expect(cleared).toEqual(
      expect.arrayContaining([
        "/admin/api/v1/contracts/:id memo",
        "/admin/api/v1/contracts/:id maxTranscriptCount",
        "/api/v1/dictionaries/:id description",
        "/api/v1/users/me lastSelectedWorkspaceId",
      ]),
    );
  });

  it("refuses null for every other field, at the field", async () => {
    for (const route of patches) {
      const patch = await patching(route);
      for (const { field } of schemasOf(route).filter((one) => !isOptional(one))) {
        const answer = await patch({ [field]: null });
        expect(answer.status, `${route.url} ${field}: ${answer.text}`).toBe(422);
        expect(answer.body).toMatchObject({ errors: { [field]: expect.stringMatching(/。$/) } });
      }
    }
  });
});
