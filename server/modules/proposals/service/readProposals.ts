import { subHours } from "date-fns";
import type { Kysely } from "kysely";
import { can } from "../../../../domain/access.ts";
import type { ListQuery } from "../../../../domain/api/parameters.ts";
import type { Entry } from "../../../../domain/entries/schemas.ts";
import type { Page } from "../../../../domain/paging.ts";
import { type ProposalState, UNDO_DECISION_HOURS } from "../../../../domain/proposals/rules.ts";
import type {
  Proposal,
  ProposalUndo,
  UndoneProposals,
} from "../../../../domain/proposals/schemas.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { pageAnswer } from "../../../pageAnswer.ts";
import { notFound } from "../../../problem.ts";
import { findEntries } from "../../entries/queries/entries.ts";
import { applyWrites } from "../../entries/service/applyWrites.ts";
import { supersedeNeedless } from "../../entries/service/publishEntries.ts";
import { presentProposal } from "../present.ts";
import {
  findProposalPage,
  findProposals,
  type ProposalRow,
  reopenRows,
} from "../queries/proposals.ts";
import { isDecided, lockDictionaryOf, type ProposalsWrite, publishAll } from "./decideProposals.ts";

interface Filters {
  dictionaryId?: number | undefined;
  entryId?: number | undefined;
  state?: readonly ProposalState[] | undefined;
  mine?: "true" | undefined;
}

/** A page of proposals: those of all for a member who may write dictionaries, else the own ones. */
export async function listProposals(
  { db }: Pick<Deps, "db">,
  member: Member,
  query: ListQuery<"proposalId" | "updatedAt">,
  { mine, state: states = ["OPEN"], ...others }: Filters,
): Promise<Page<Proposal>> {
  const isOwn = mine === "true" || !can(member, "dictionary.write");
  const { rows, total } = await findProposalPage(db, member.organizationId, query, {
    ...others,
    states,
    proposerId: isOwn ? member.userId : undefined,
  });
  return pageAnswer(query, { content: rows.map(presentProposal), total });
}

/** A proposal that the member may see; throws 404. */
export async function readProposal(
  { db }: { db: Kysely<Tables> },
  member: Member,
  proposalId: number,
): Promise<Proposal> {
  const [row] = await findProposals(db, member.organizationId, [proposalId]);
  if (!row) throw notFound();
  if (row.proposer_id !== member.userId && !can(member, "dictionary.write")) throw notFound();
  return presentProposal(row);
}

/**
 * Makes the words what they were before decisions on proposals of one dictionary, which are open again.
 * Those that were decided more than a day ago, or whose words have changed since, stay and are counted.
 * Throws 404, 422 for several dictionaries, 423, 428 (see lockForWriting), 412 of the dictionary,
 * 409 DUPLICATE where another word has the place of one.
 */
export function undoDecisions(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  sent: ProposalsWrite,
  { proposalIds }: ProposalUndo,
): Promise<UndoneProposals> {
  const ids = [...new Set(proposalIds)];
  return transact(async (trx) => {
    const at = now();
    const write = await lockDictionaryOf(trx, sent, ids);
    const rows = await findProposals(trx, write.organizationId, ids);
    const written = rows.flatMap(({ written_entry_id: id }) => (id === null ? [] : [id]));
    const entries = await findEntries(trx, write, written);
    const undone = rows.filter((row) => canBeUndone(row, at, entries));
    const reopened = await reopenRows(
      trx,
      write,
      undone.map(({ proposal_id }) => proposal_id),
      at,
    );
    const chosen = undone.filter(({ proposal_id }) => reopened.includes(proposal_id));
    const touched = chosen.flatMap(({ written_entry_id: entryId, before }) =>
      entryId === null ? [] : [{ entryId, before, expected: undefined }],
    );
    if (touched.length > 0) {
      const writes = {
        create: [],
        update: touched.flatMap(({ before: changes, ...target }) =>
          changes ? [{ ...target, changes }] : [],
        ),
        delete: touched.filter(({ before }) => before === null),
      };
      await applyWrites(trx, write, writes, {
        at,
        pathOf: (_operation, index) => `proposalIds.${index}`,
      });
    } else await supersedeNeedless(trx, write, at);
    const proposals = await publishAll(trx, write.organizationId, chosen);
    return { proposals, kept: ids.length - proposals.length };
  });
}

function canBeUndone(
  row: ProposalRow,
  at: Date,
  entries: ReadonlyMap<number, Pick<Entry, "version">>,
): boolean {
  if (!isDecided(row.state) || !row.ended_at) return false;
  if (row.ended_at < subHours(at, UNDO_DECISION_HOURS)) return false;
  if (row.state === "REJECTED") return true;
  const entry = row.written_entry_id === null ? undefined : entries.get(row.written_entry_id);
  return entry?.version === row.written_version;
}
