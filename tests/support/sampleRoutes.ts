import { z } from "zod";
import type { Endpoints } from "../../domain/api/endpoint.ts";
import { eventEndpoints } from "../../domain/api/events.ts";
import { idParams, listQuery } from "../../domain/api/parameters.ts";
import { submissionEndpoints } from "../../domain/api/submissions.ts";
import { pageOf } from "../../domain/paging.ts";
import { searchKey } from "../../domain/text/searchKey.ts";
import { line } from "../../domain/text/text.ts";
import type { AppParts } from "../../server/app.ts";
import type { AreaRoutes, Member } from "../../server/context.ts";
import { implement } from "../../server/implement.ts";
import { staffEventRoutes } from "../../server/modules/events/routes.ts";
import { submissionRoutes } from "../../server/modules/submissions/routes.ts";
import { pageAnswer } from "../../server/pageAnswer.ts";
import { isStale } from "../../server/plugins/preconditions.ts";
import { notFound, staleVersion } from "../../server/problem.ts";

const sample = z.object({ id: z.int(), name: line(10), version: z.int() });
type Sample = z.infer<typeof sample>;

const sampleCreate = z.strictObject({
  name: sample.shape.name,
  period: z.strictObject({ from: z.int(), to: z.int() }).optional(),
});

const ofSamples = { area: "staff", access: "workspace.write", summary: "…" } as const;

const sampleEndpoints = {
  "GET /samples": {
    ...ofSamples,
    access: "workspace.read",
    operationId: "listSamples",
    query: listQuery({ sorts: ["id", "name"], filters: { q: z.string().max(5).optional() } }),
    answers: { 200: pageOf(sample) },
  },
  "GET /samples/{id}": {
    ...ofSamples,
    access: "workspace.read",
    operationId: "getSample",
    params: idParams,
    answers: { 200: sample },
    etag: true,
  },
  "POST /samples": {
    ...ofSamples,
    operationId: "createSample",
    body: sampleCreate,
    answers: { 201: sample },
    etag: true,
  },
  "PATCH /samples/{id}": {
    ...ofSamples,
    operationId: "updateSample",
    params: idParams,
    body: sampleCreate.partial(),
    answers: { 200: sample },
    etag: true,
    ifMatch: true,
  },
  "DELETE /samples/{id}": {
    ...ofSamples,
    operationId: "deleteSample",
    params: idParams,
    answers: { 200: sample },
  },
  "POST /samples/heavy": {
    ...ofSamples,
    operationId: "heavySample",
    heavy: true,
    answers: { 204: null },
  },
  "POST /samples/broken": { ...ofSamples, operationId: "breakSample", answers: { 204: null } },
} satisfies Endpoints<"staff">;

/** What tests can change about the routes. */
export interface SampleWorld {
  /** Awaited before a POST writes. */
  beforeWrite: () => Promise<void>;
  writes: number;
}

/** Areas with only the samples and the stream of events. */
export function sampleAreas(world: SampleWorld): NonNullable<AppParts["areas"]> {
  return {
    staff: {
      endpoints: { ...sampleEndpoints, ...submissionEndpoints, ...eventEndpoints },
      modules: [sampleRoutes(world), submissionRoutes, staffEventRoutes],
    },
    admin: { endpoints: {}, modules: [] },
  };
}

/** Routes that use every part of the platform, over the workspaces of an organization. */
function sampleRoutes(world: SampleWorld): AreaRoutes {
  return (app, { db, now }) => {
    const find = async ({ organizationId }: Member, id: number): Promise<Sample> => {
      const row = await db
        .selectFrom("workspaces")
        .select(["workspace_name", "version"])
        .where("organization_id", "=", organizationId)
        .where("workspace_id", "=", id)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { id, name: row.workspace_name, version: row.version };
    };

    implement(app, sampleEndpoints, {
      "GET /samples": async ({ query }) => {
        const content = [{ id: 1, name: "一", version: 1, secret: "秘密" }];
        return pageAnswer(query, { content: query.page === 0 ? content : [], total: 1 });
      },
      "GET /samples/{id}": ({ member, params }) => find(member, params.id),
      "POST /samples": async ({ transact, member: { organizationId }, body }) => {
        await world.beforeWrite();
        world.writes += 1;
        return transact(async (trx) => {
          const row = await trx
            .insertInto("workspaces")
            .values({
              organization_id: organizationId,
              workspace_name: body.name,
              name_key: searchKey(body.name),
              created_at: now(),
              updated_at: now(),
            })
            .returning(["workspace_id", "workspace_name", "version"])
            .executeTakeFirstOrThrow();
          return { id: row.workspace_id, name: row.workspace_name, version: row.version };
        });
      },
      "PATCH /samples/{id}": async ({ member, params, ifMatch }) => {
        const current = await find(member, params.id);
        if (isStale(ifMatch, current)) throw staleVersion(current);
        return current;
      },
      "DELETE /samples/{id}": ({ member, params }) => find(member, params.id),
      "POST /samples/heavy": async () => {
        await world.beforeWrite();
      },
      "POST /samples/broken": async () => {
        await world.beforeWrite();
        throw new Error("SELECT secret FROM internals");
      },
    });
  };
}
