import type { Transaction } from "kysely";
import { scimSentences } from "../../../../domain/scim/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { ScimProblem } from "../../../scimProblem.ts";
import { findSeen, type GroupMemberRow } from "../queries/groups.ts";

/**
 * Who joins and who leaves a group. Throws 400 invalidValue for a new member whom the directory does
 * not see.
 */
export async function memberChanges(
  trx: Transaction<Tables>,
  organizationId: number,
  { present, wanted }: { present: readonly GroupMemberRow[]; wanted: readonly string[] },
): Promise<{ added: GroupMemberRow[]; removed: GroupMemberRow[] }> {
  const [before, after] = [new Set(present.map(({ user_id }) => user_id)), new Set(wanted)];
  const joining = [...after].filter((id) => !before.has(id));
  const added = joining.length > 0 ? await findSeen(trx, organizationId, joining) : [];
  if (added.length < joining.length) {
    throw new ScimProblem("invalidValue", scimSentences.unknownMember);
  }
  return { added, removed: present.filter(({ user_id }) => !after.has(user_id)) };
}
