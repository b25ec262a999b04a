import { z } from "zod";
import { pageOf } from "../../domain/paging.ts";
import { searchKey } from "../../domain/searchKey.ts";
import { line } from "../../domain/text.ts";
import { type AreaRoutes, type Member, member } from "../../server/context.ts";
import { rememberAnswer } from "../../server/plugins/idempotency.ts";
import { listQuerySchema, pageAnswer } from "../../server/plugins/listQuery.ts";
import { idParams } from "../../server/plugins/schemas.ts";
import { etag, refuseStale, withEtag } from "../../server/plugins/versions.ts";
import { notFound } from "../../server/problem.ts";

const sample = z.object({ id: z.int(), name: line(10), version: z.int() });
type Sample = z.infer<typeof sample>;

const sampleCreate = z.strictObject({
  name: sample.shape.name,
  period: z.strictObject({ from: z.int(), to: z.int() }).optional(),
});

/** What the routes meet on their way, for tests to change. */
export interface SampleWorld {
  /** Awaited before a POST writes. */
  beforeWrite: () => Promise<void>;
  writes: number;
}

/** Routes that use all of the platform, over the workspaces of an organization. */
export function sampleRoutes(world: SampleWorld): AreaRoutes {
  return (app, { db, now }) => {
    const read = { access: "workspace.read" } as const;
    const write = { access: "workspace.write" } as const;

    app.get(
      "/samples",
      {
        config: read,
        schema: {
          querystring: listQuerySchema({
            sorts: ["id", "name"],
            filters: { q: z.string().max(5).optional() },
          }),
          response: { 200: pageOf(sample) },
        },
      },
      async ({ query }) => {
        const content = [{ id: 1, name: "一", version: 1, secret: "秘密" }];
        return pageAnswer(query, { content: query.page === 0 ? content : [], total: 1 });
      },
    );

    app.get(
      "/samples/:id",
      { config: read, schema: { params: idParams, response: { 200: sample } } },
      async (request, reply) => withEtag(reply, await find(member(request), request.params.id)),
    );

    app.post(
      "/samples",
      { config: write, schema: { body: sampleCreate, response: { 201: sample } } },
      async (request, reply) => {
        const { organizationId } = member(request);
        const remember = rememberAnswer<Sample>(request, reply, {
          status: 201,
          headers: ({ version }) => ({ etag: etag(version) }),
        });
        await world.beforeWrite();
        world.writes += 1;
        const created = await db.transaction().execute(async (trx) => {
          const row = await trx
            .insertInto("workspaces")
            .values({
              organization_id: organizationId,
              workspace_name: request.body.name,
              name_key: searchKey(request.body.name),
              created_at: now(),
              updated_at: now(),
            })
            .returning(["workspace_id", "workspace_name", "version"])
            .executeTakeFirstOrThrow();
          const answer = {
            id: row.workspace_id,
            name: row.workspace_name,
            version: row.version,
          };
          await remember(trx, answer);
          return answer;
        });
        reply.code(201);
        return withEtag(reply, created);
      },
    );

    app.patch(
      "/samples/:id",
      {
        config: write,
        schema: { params: idParams, body: sampleCreate.partial(), response: { 200: sample } },
      },
      async (request, reply) => {
        const current = await find(member(request), request.params.id);
        refuseStale(request.ifMatch, current);
        return withEtag(reply, current);
      },
    );

    app.delete(
      "/samples/:id",
      { config: write, schema: { params: idParams, response: { 200: sample } } },
      async (request) => find(member(request), request.params.id),
    );

    app.post("/samples/broken", { config: write }, async () => {
      await world.beforeWrite();
      throw new Error("SELECT secret FROM internals");
    });

    async function find({ organizationId }: Member, id: number): Promise<Sample> {
      const row = await db
        .selectFrom("workspaces")
        .select(["workspace_name", "version"])
        .where("organization_id", "=", organizationId)
        .where("workspace_id", "=", id)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { id, name: row.workspace_name, version: row.version };
    }
  };
}
