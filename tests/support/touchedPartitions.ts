import pg from "pg";
import { z } from "zod";
import { type Database, openDatabase } from "../../server/db/client.ts";
import { RUNNING_ROLE } from "./databaseRoles.ts";
import { tableOfPartition } from "./hashPartitions.ts";
import { type Run, urlOf } from "./postgresTemplate.ts";
import { ACROSS_ORGANIZATIONS } from "./tenantTables.ts";

interface PlanNode {
  "Relation Name"?: string | undefined;
  "Actual Loops": number;
  Plans?: PlanNode[] | undefined;
}

const planNode: z.ZodType<PlanNode> = z.object({
  "Relation Name": z.string().optional(),
  "Actual Loops": z.number(),
  Plans: z.lazy(() => z.array(planNode)).optional(),
});
const explained = z.object({ "Query Text": z.string(), Plan: planNode });

/** The server tells the plan of each statement in a notice, as it was executed. */
const SETTINGS = {
  TimeZone: "UTC",
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
};

/** Lets the role of the product set what only a superuser may. Once per server is enough. */
export async function grantSettings(run: Run): Promise<void> {
  for (const setting of Object.keys(SETTINGS).filter((name) => name !== "TimeZone")) {
    await run(`grant set on parameter ${setting} to ${RUNNING_ROLE.name}`);
  }
}

/** What was found, by the name of the database. */
const found = new Map<string, Set<string>>();

/** The text of each statement that a plan was told of, without repeated blanks. */
export const executedStatements = new Set<string>();

const { emit } = pg.Client.prototype;
Reflect.set(
  pg.Client.prototype,
  "emit",
  function (this: pg.Client, event: string, ...values: unknown[]) {
    if (event === "notice") look(this.database ?? "", String(Object(values[0]).message));
    return Reflect.apply(emit, this, [event, ...values]);
  },
);

function look(database: string, message: string): void {
  const findings = found.get(database);
  const start = message.indexOf("{");
  if (!findings || !message.startsWith("duration: ") || start < 0) return;
  const { Plan: plan, "Query Text": text } = explained.parse(JSON.parse(message.slice(start)));
  const tables = tablesTouchedTwice(plan);
  const statement = text.replaceAll(/\s+/g, " ").trim();
  executedStatements.add(statement);
  if (tables.length === 0 || ACROSS_ORGANIZATIONS.some(([part]) => statement.includes(part)))
    return;
  findings.add(`${tables.join(", ")}: ${statement}`);
}

/** The tables of which a plan has executed more than one partition. */
function tablesTouchedTwice(plan: PlanNode): string[] {
  const parts = new Set(executed(plan));
  const tables = [...parts].flatMap((part) => tableOfPartition(part) ?? []);
  return [...new Set(tables.filter((table, place) => tables.indexOf(table) !== place))];
}

function executed({ Plans = [], ...node }: PlanNode): string[] {
  if (node["Actual Loops"] === 0) return [];
  const own = node["Relation Name"];
  return [...(own === undefined ? [] : [own]), ...Plans.flatMap(executed)];
}

/** Whether the server tells plans, which takes the library and a superuser. */
export async function tellsPlans(server: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server });
  try {
    await client.connect();
    await client.query("load 'auto_explain'");
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/**
 * Another access to a database with partitions, for the product alone. When it is closed it throws if
 * a statement has touched more than one partition of a table and is not reviewed.
 */
export async function watchedDatabase(server: string, name: string): Promise<Database> {
  const url = new URL(urlOf(server, name));
  url.username = RUNNING_ROLE.name;
  url.password = RUNNING_ROLE.password;
  const options = Object.entries(SETTINGS).map(([setting, value]) => `-c ${setting}=${value}`);
  url.searchParams.set("options", options.join(" "));
  const findings = new Set<string>();
  found.set(name, findings);
  const database = await openDatabase({ kind: "postgres", url: url.href });
  return {
    ...database,
    close: async () => {
      await database.close();
      found.delete(name);
      if (findings.size === 0) return;
      throw new Error(
        `statements that look into several organizations:\n${[...findings].join("\n")}`,
      );
    },
  };
}
