import type { Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import type { Proposal } from "../../../../domain/proposals/schemas.ts";
import type { Tables } from "../../../db/tables.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { loggedProposal, wordOf } from "../present.ts";

/** Publishes and logs a change of a proposal; `before` is null for a new one. */
export function publishProposal(
  trx: Transaction<Tables>,
  organizationId: number,
  { before, after }: { before: Proposal | null; after: Proposal },
): Promise<void> {
  return publishChange(trx, {
    kind: proposalKind,
    organizationId,
    id: after.proposalId,
    name: wordOf(after),
    before: before && loggedProposal(before),
    after: loggedProposal(after),
  });
}
