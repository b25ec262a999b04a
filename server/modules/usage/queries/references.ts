import type { Transaction } from "kysely";
import type { UsageEvent } from "../../../../domain/usage/rules.ts";
import type { Tables } from "../../../db/tables.ts";
import { runWithValues } from "../../../db/values.ts";
import { FIRST_REVISION } from "../../vocabulary/queries/revision.ts";

/** What events name and their organizations have. */
export interface KnownReferences {
  hasWorkspace(event: UsageEvent): boolean;
  hasRevision(event: UsageEvent): boolean;
}

/** The workspaces and revisions that events name, as far as their organizations have them. */
export async function findReferences(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<KnownReferences> {
  const workspaces = await findWorkspaces(trx, events);
  const revisions = await findRevisions(trx, events);
  return {
    hasWorkspace: ({ organizationId, workspaceId }) =>
      workspaceId === null || workspaces.has(`${organizationId} ${workspaceId}`),
    hasRevision: ({ organizationId, vocabularyRevision }) =>
      vocabularyRevision === null ||
      vocabularyRevision <= (revisions.get(organizationId) ?? FIRST_REVISION),
  };
}

/** As `organization workspace`. */
async function findWorkspaces(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<ReadonlySet<string>> {
  const named = new Map<string, [number, number]>();
  for (const { organizationId, workspaceId } of events) {
    if (workspaceId !== null) {
      named.set(`${organizationId} ${workspaceId}`, [organizationId, workspaceId]);
    }
  }
  if (named.size === 0) return new Set();
  const rows = await runWithValues<{ organization_id: number; workspace_id: number }>(
    trx,
    ["bigint", "bigint"],
    [...named.values()],
    (values) => `
      select w.organization_id, w.workspace_id
      from (values ${values}) n (organization_id, workspace_id)
      join workspaces w
        on w.organization_id = n.organization_id and w.workspace_id = n.workspace_id`,
  );
  return new Set(rows.map((row) => `${row.organization_id} ${row.workspace_id}`));
}

/** The revisions of the organizations that have changed their words. */
async function findRevisions(
  trx: Transaction<Tables>,
  events: readonly UsageEvent[],
): Promise<ReadonlyMap<number, number>> {
  const named = events.filter(({ vocabularyRevision }) => vocabularyRevision !== null);
  const organizations = [...new Set(named.map(({ organizationId }) => organizationId))];
  if (organizations.length === 0) return new Map();
  const rows = await trx
    .selectFrom("vocabularies")
    .select(["organization_id", "revision"])
    .where("organization_id", "in", organizations)
    .execute();
  return new Map(rows.map((row) => [row.organization_id, row.revision]));
}
