import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

declare module "./tables.ts" {
  interface Tables {
    identity_project: { project_id: string };
  }
}

/** The accounts of the database's users are in another project of the identity service. */
export class OtherProjectError extends Error {
  override readonly name = "OtherProjectError";
  readonly owner: string;
  constructor(owner: string) {
    super(`the database belongs to the identity project ${owner}`);
    this.owner = owner;
  }
}

/**
 * Throws OtherProjectError if the database belongs to another project. Changes nothing, so it can
 * come before the migrations, one of which makes the table.
 */
export async function checkProject(db: Kysely<Tables>, projectId: string): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('identity_project') is not null as exists`.execute(db);
  if (!rows[0]?.exists) return;
  const owner = await db.selectFrom("identity_project").select("project_id").executeTakeFirst();
  if (owner && owner.project_id !== projectId) throw new OtherProjectError(owner.project_id);
}

/**
 * Makes a database that belongs to no project yet one of this project. Throws OtherProjectError,
 * also if another process was faster.
 */
export async function claimProject(db: Kysely<Tables>, projectId: string): Promise<void> {
  await db
    .insertInto("identity_project")
    .values({ project_id: projectId })
    .onConflict((other) => other.expression(sql`(true)`).doNothing())
    .execute();
  await checkProject(db, projectId);
}
