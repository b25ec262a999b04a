import type { Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import { actAsOperation, acting } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishMany } from "../../../events/publishChange.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { findEntries } from "../queries/entries.ts";
import { supersedeProposals } from "../queries/supersedeProposals.ts";

/** What the audit log names, whichever call writes the words. */
const OPERATION = "supersedeProposals";

const changes = [{ field: "state", before: "OPEN", after: "SUPERSEDED" }];

/**
 * Ends proposals that the entries of a dictionary have made needless. An import can end many: screens get
 * one notice, the log an event of each.
 */
export async function supersedeNeedless(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  at: Date,
): Promise<void> {
  const ended = await supersedeProposals(trx, key, at);
  if (ended.length === 0) return;
  const { organizationId } = key;
  const { name: kind, resource } = proposalKind;
  const ids = ended.map(({ proposal_id }) => proposal_id);
  await publishMany(trx, { organizationId, resource, ids }, "updated");
  const entryIds = ended.flatMap(({ entry_id }) => (entry_id === null ? [] : [entry_id]));
  const entries = await findEntries(trx, key, entryIds);
  await actAsOperation(OPERATION, acting().actor, async () => {
    for (const { proposal_id: id, entry_id, surface } of ended) {
      const name = entries.get(entry_id ?? 0)?.surface ?? surface;
      await recordEvent(trx, { organizationId, target: { kind, id, name }, changes });
    }
  });
}
