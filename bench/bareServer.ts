import fastify from "fastify";
import pg from "pg";
import { productStatements } from "./productStatements.ts";

/**
 * The baseline for the API: Fastify routes with the same prepared SQL through pg, without sign-in,
 * rules or validation.
 */
const statements = await productStatements();
pg.types.setTypeParser(pg.types.builtins.DATE, String);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

app.get<{ Params: { id: string } }>("/contracts/:id", async ({ params }) => {
  const values = [Number(params.id)];
  const { rows } = await pool.query({ name: "read", text: statements.read, values });
  return rows[0];
});

app.get<{ Querystring: { page: string; size: string } }>("/contracts", async ({ query }) => {
  const size = Number(query.size);
  const offset = Number(query.page) * size;
  const values = [offset, size, offset, size, offset, offset, size];
  const { rows } = await pool.query({ name: "list", text: statements.list, values });
  return { content: rows, totalElements: rows[0]?.total };
});

app.patch<{ Params: { id: string }; Body: { memo: string } }>(
  "/contracts/:id",
  async ({ params, body }) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const key = [Number(params.id)];
      const { rows } = await client.query({ name: "lock", text: statements.lock, values: key });
      const before = rows[0];
      const after = {
        ...before,
        ...body,
        admin_key: before.admin_name.replace(" ", ""),
        version: before.version + 1,
        updated_at: new Date(),
      };
      const values = statements.updateColumns.map((column) => after[column]);
      await client.query({ name: "update", text: statements.update, values });
      await client.query("commit");
      return after;
    } finally {
      client.release();
    }
  },
);

console.log(`listening: ${await app.listen({ host: "127.0.0.1", port: 0 })}`);
process.once("SIGTERM", () => {
  void app.close().then(() => pool.end());
});
