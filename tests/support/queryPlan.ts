import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Tables } from "../../server/db/tables.ts";

export interface PlanNode {
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  Plans: z.lazy(() => z.array(planNode)).optional(),
});
const explained = z.tuple([z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode })]) })]);

/** Runs a query of PostgreSQL and tells what it did. */
export async function planOf(db: Kysely<Tables>, query: RawBuilder<unknown>): Promise<PlanNode> {
  const { rows } = await sql`explain (analyze, format json) ${query}`.execute(db);
  return explained.parse(rows)[0]["QUERY PLAN"][0].Plan;
}

/** How many rows of a table a query has read, those that it left out included. */
export function rowsRead(node: PlanNode, table: string): number {
  const own =
    node["Relation Name"] === table
      ? (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
      : 0;
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsRead(below, table), own);
}
