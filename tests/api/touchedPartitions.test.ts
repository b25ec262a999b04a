import { sql } from "kysely";
import { expect, it } from "vitest";
import { describePostgres, testDatabase } from "../support/database.ts";

describePostgres("tables that are partitioned by organization", () => {
  /** Runs a statement as the product would. */
  async function run(statement: ReturnType<typeof sql>): Promise<void> {
    const database = await testDatabase("postgres");
    const { product } = database;
    if (!product) throw new Error("the product has no access of its own");
    await statement.execute(product.db);
    await product.close().finally(() => database.close());
  }

  it("let a statement pass that names an organization", async () => {
    await run(sql`
      select from workspaces w left join workspace_members m
        on m.organization_id = w.organization_id and m.workspace_id = w.workspace_id
      where w.organization_id = ${7}`);
  });

  it.each([
    ["reads", sql`select from workspaces where workspace_id = ${7}`],
    ["changes", sql`update workspaces set version = 2 where workspace_id = ${7}`],
    ["deletes", sql`delete from workspaces where workspace_id = ${7}`],
  ])("report one that %s without naming one", async (_, statement) => {
    await expect(run(statement)).rejects.toThrow("workspaces: ");
  });
});
