import type { Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import {
  isAlreadySo,
  MOST_OPEN_PROPOSALS,
  proposedAs,
} from "../../../../domain/proposals/rules.ts";
import {
  missingFields,
  type Proposal,
  type ProposalCreate,
  type ProposalUpdate,
  type ProposedChange,
} from "../../../../domain/proposals/schemas.ts";
import { proposalSentences } from "../../../../domain/proposals/sentences.ts";
import { refuseStale } from "../../../audit/refuseStale.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import type { IfMatch } from "../../../plugins/versions.ts";
import { conflict, notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { sha256 } from "../../../sha256.ts";
import { presentEntry } from "../../entries/present.ts";
import { findEntries, findWritten } from "../../entries/queries/entries.ts";
import { type DictionaryKey, lockDictionaryRow } from "../../locks/queries/locks.ts";
import { presentProposal } from "../present.ts";
import {
  countOpen,
  findProposals,
  findSame,
  insertProposal,
  lockProposer,
  updateProposal,
  withdrawRow,
} from "../queries/proposals.ts";
import { publishProposal } from "./publishProposal.ts";

/**
 * Proposes a new word, or a change of an entry. It needs no lock of the dictionary, but waits for a
 * running write to it. Throws 404 for an unknown dictionary or entry, 409 ENTRY_EXISTS and
 * PROPOSAL_EXISTS with the id of what is there, 422 TOO_MANY_PROPOSALS.
 */
export function createProposal(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  { organizationId, userId }: Pick<Member, "organizationId" | "userId">,
  { dictionaryId, entryId: target, change, reason = "", evidence = [] }: ProposalCreate,
): Promise<Proposal> {
  const key = { organizationId, dictionaryId };
  const entryId = target ?? null;
  return transact(async (trx) => {
    await lockProposer(trx, organizationId, userId);
    if ((await lockDictionaryRow(trx, key)) === undefined) throw notFound();
    const changeHash = await newHash(trx, key, { entryId, change });
    if ((await countOpen(trx, organizationId, userId)) >= MOST_OPEN_PROPOSALS) {
      throw ruleBroken("TOO_MANY_PROPOSALS");
    }
    const made = { entryId, change, changeHash, reason, evidence, proposerId: userId, at: now() };
    const proposalId = await insertProposal(trx, key, made);
    const after = await currentProposal(trx, organizationId, proposalId);
    await publishProposal(trx, organizationId, { before: null, after });
    return after;
  });
}

export interface ProposalTarget {
  user: Pick<Member, "organizationId" | "userId">;
  proposalId: number;
  ifMatch: IfMatch | undefined;
}

/**
 * Changes an own proposal. Throws 404, also for those of others, 409 PROPOSAL_ENDED, ENTRY_EXISTS,
 * PROPOSAL_EXISTS, 412, 422.
 */
export function changeProposal(
  { db, now }: Pick<Deps, "db" | "now">,
  target: ProposalTarget,
  changes: ProposalUpdate,
): Promise<Proposal> {
  const { organizationId } = target.user;
  return db.transaction().execute(async (trx) => {
    const before = await lockedProposal(trx, target);
    const { dictionaryId, entryId, proposalId } = before;
    const change = changes.change ?? before.change;
    const missing = Object.entries(missingFields(change, entryId === null));
    if (missing.length > 0) {
      throw validationFailed(
        Object.fromEntries(missing.map(([field, sentence]) => [`change.${field}`, sentence])),
      );
    }
    const key = { organizationId, dictionaryId };
    const changeHash = await newHash(trx, key, { entryId, change, proposalId });
    const { reason = before.reason, evidence = before.evidence } = changes;
    const changed = { change, changeHash, reason: reason ?? "", evidence, at: now() };
    await updateProposal(trx, { organizationId, proposalId }, changed);
    const after = await currentProposal(trx, organizationId, proposalId);
    await publishProposal(trx, organizationId, { before, after });
    return after;
  });
}

/** Withdraws an own proposal. Throws 404, also for those of others, 409 PROPOSAL_ENDED, 412. */
export function withdrawProposal(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  target: ProposalTarget,
): Promise<Proposal> {
  const { organizationId } = target.user;
  return transact(async (trx) => {
    const before = await lockedProposal(trx, target);
    const { proposalId } = before;
    await withdrawRow(trx, { organizationId, proposalId }, now());
    const after = await currentProposal(trx, organizationId, proposalId);
    await publishProposal(trx, organizationId, { before, after });
    return after;
  });
}

/** An own open proposal. Its dictionary is locked, so that nobody decides on it meanwhile. */
async function lockedProposal(
  trx: Transaction<Tables>,
  { user: { organizationId, userId }, proposalId, ifMatch }: ProposalTarget,
): Promise<Proposal> {
  const [known] = await findProposals(trx, organizationId, [proposalId]);
  if (known?.proposer_id !== userId) throw notFound();
  await lockDictionaryRow(trx, { organizationId, dictionaryId: known.dictionary_id });
  const current = await currentProposal(trx, organizationId, proposalId);
  if (current.state !== "OPEN") {
    throw conflict("PROPOSAL_ENDED", { message: proposalSentences.notOpen(current.state) });
  }
  await refuseStale(trx, ifMatch, current, { kind: proposalKind.name, id: proposalId });
  return current;
}

async function currentProposal(
  trx: Transaction<Tables>,
  organizationId: number,
  proposalId: number,
): Promise<Proposal> {
  const [row] = await findProposals(trx, organizationId, [proposalId]);
  if (!row) throw notFound();
  return presentProposal(row);
}

/** The hash of what is proposed; refuses what is there, or is proposed, already. */
async function newHash(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { entryId, change, proposalId }: NewlyProposed,
): Promise<Buffer> {
  await refuseExisting(trx, key, { entryId, change });
  const changeHash = sha256(proposedAs(entryId, change));
  const same = await findSame(trx, key, changeHash);
  if (same !== undefined && same !== proposalId) {
    throw conflict("PROPOSAL_EXISTS", { extra: { proposalId: same } });
  }
  return changeHash;
}

interface NewlyProposed {
  entryId: number | null;
  change: ProposedChange;
  /** The proposal itself, where it is changed. */
  proposalId?: number;
}

async function refuseExisting(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { entryId, change }: NewlyProposed,
): Promise<void> {
  const row = entryId === null ? undefined : (await findEntries(trx, key, [entryId])).get(entryId);
  if (entryId !== null && !row) throw notFound();
  if (row && isAlreadySo(presentEntry(row), change)) {
    const extra = { entryId: row.entry_id };
    throw conflict("ENTRY_EXISTS", { message: proposalSentences.alreadySo, extra });
  }
  const surface = change.surface ?? row?.surface;
  const reading = change.reading ?? row?.reading;
  if (surface === undefined || reading === undefined) return;
  const there = await findWritten(trx, key, [{ surface, reading }]);
  const other = there.find(({ entry_id }) => entry_id !== entryId);
  if (other) throw conflict("ENTRY_EXISTS", { extra: { entryId: other.entry_id } });
}
