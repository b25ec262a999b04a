import type { Transaction } from "kysely";
import { proposalKind } from "../../../../domain/api/proposals.ts";
import { recordsCounted } from "../../../../domain/bulkSentences.ts";
import { entrySentences, writtenAs } from "../../../../domain/entries/rules.ts";
import { grouped } from "../../../../domain/grouped.ts";
import {
  isAlreadySo,
  MOST_OPEN_PROPOSALS,
  proposalSentences,
  proposedAs,
} from "../../../../domain/proposals/rules.ts";
import type {
  Proposal,
  ProposalCreate,
  ProposalsCreate,
  ProposedChange,
  ProposedWords,
  RefusedProposal,
} from "../../../../domain/proposals/schemas.ts";
import { actOnMany } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import { hex, sha256 } from "../../../bytes.ts";
import type { Deps, Member } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact } from "../../../db/transact.ts";
import { publishChange } from "../../../events/publishChange.ts";
import { conflict, notFound, type ProblemError, ruleBroken } from "../../../problem.ts";
import { lockDictionaryRows } from "../../dictionaries/queries/dictionaries.ts";
import { findEntries, findWritten } from "../../entries/queries/entries.ts";
import { presentEntry } from "../../entries/service/readEntries.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { loggedProposal, presentProposal, wordOf } from "../present.ts";
import {
  countOpen,
  findProposals,
  findSame,
  insertProposals,
  lockProposer,
} from "../queries/proposals.ts";

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

/** Why nothing is to be proposed: it is there, is proposed already, or its word is deleted. */
type Needless =
  | { code: "ENTRY_EXISTS"; message: string; entryId: number }
  | { code: "PROPOSAL_EXISTS"; message: string; proposalId: number }
  | { code: "NOT_FOUND"; message: string };

/** What is proposed of a dictionary. */
interface NewlyProposed {
  entryId: number | null;
  change: ProposedChange;
  /** The proposal itself, where it is changed. */
  proposalId?: number;
}

/** The hash of what is proposed, or why it is needless. */
type Checked =
  | { changeHash: Buffer; needless?: undefined }
  | { changeHash?: undefined; needless: Needless };

/** Looks for what is proposed among the words and the open proposals of a dictionary; in the same order. */
export async function checkProposed(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  proposed: readonly NewlyProposed[],
): Promise<Checked[]> {
  const ids = proposed.flatMap(({ entryId }) => (entryId === null ? [] : [entryId]));
  const entries = await findEntries(trx, key, ids);
  const all = proposed.map(({ entryId, change, proposalId }) => {
    const row = entryId === null ? undefined : entries.get(entryId);
    const { surface = row?.surface ?? "", reading = row?.reading ?? "" } = change;
    const changeHash = sha256(proposedAs(entryId, change));
    return { entryId, change, proposalId, row, surface, reading, changeHash };
  });
  const there = grouped(
    (await findWritten(trx, key, all)).map((entry) => [writtenAs(entry), entry.entry_id] as const),
  );
  const same = await findSame(
    trx,
    key,
    all.map(({ changeHash }) => changeHash),
  );
  return all.map(({ entryId, change, proposalId, row, changeHash, ...written }): Checked => {
    if (entryId !== null && !row) {
      return { needless: { code: "NOT_FOUND", message: entrySentences.deleted } };
    }
    if (row && isAlreadySo(presentEntry(row), change)) {
      return { needless: isThere(row.entry_id, proposalSentences.alreadySo) };
    }
    const other = there.get(writtenAs(written))?.find((id) => id !== entryId);
    if (other !== undefined) return { needless: isThere(other, proposalSentences.entryExists) };
    const existing = same.get(hex(changeHash));
    if (existing === undefined || existing === proposalId) return { changeHash };
    return { needless: isProposed(existing) };
  });
}

function isThere(entryId: number, message: string): Needless {
  return { code: "ENTRY_EXISTS", message, entryId };
}

/** That an open proposal proposes the same. */
function isProposed(proposalId: number): Needless {
  return { code: "PROPOSAL_EXISTS", message: proposalSentences.proposalExists, proposalId };
}

/** The same as a problem, for a request that proposes one thing. */
export function needlessProblem(needless: Needless): ProblemError {
  const { code, message } = needless;
  if (code === "NOT_FOUND") return notFound();
  if (code === "ENTRY_EXISTS") {
    return conflict(code, { message, extra: { entryId: needless.entryId } });
  }
  return conflict(code, { message, extra: { proposalId: needless.proposalId } });
}

type ProposeDeps = Pick<Deps, "now"> & { transact: Transact };
type Proposer = Pick<Member, "organizationId" | "userId">;

/**
 * Proposes a new word, or a change of an entry. It needs no lock of the dictionary, but waits for a
 * running write to it. Throws 404 for an unknown dictionary or entry, 409 ENTRY_EXISTS and
 * PROPOSAL_EXISTS with the id of what is there, 422 TOO_MANY_PROPOSALS.
 */
export function createProposal(
  { now, transact }: ProposeDeps,
  proposer: Proposer,
  asked: ProposalCreate,
): Promise<Proposal> {
  return transact(async (trx) => {
    const { ids, refused } = await propose(trx, proposer, { asked: [asked], at: now() });
    const [needless] = refused;
    if (needless) throw needlessProblem(needless);
    const [proposal] = await publishNew(trx, proposer, ids);
    if (!proposal) throw notFound();
    return proposal;
  });
}

/**
 * Proposes up to 200 words and changes of entries in one transaction, with one event of the whole and one of
 * each. What is needless is answered, and the others are proposed. Throws 404 for an unknown dictionary,
 * 422 TOO_MANY_PROPOSALS.
 */
export function createProposals(
  { now, transact }: ProposeDeps,
  proposer: Proposer,
  { proposals: asked }: ProposalsCreate,
): Promise<ProposedWords> {
  const { organizationId } = proposer;
  const whole = { kind: proposalKind.name, id: null, organizationId };
  return transact(async (trx) => {
    const { ids, refused } = await propose(trx, proposer, { asked, at: now() });
    if (ids.length === 0) return { proposals: [], refused };
    return actOnMany(whole, async () => {
      const proposals = await publishNew(trx, proposer, ids);
      const target = { ...whole, name: recordsCounted(proposals.length) };
      await recordEvent(trx, { organizationId, target, counts: { proposed: proposals.length } });
      return { proposals, refused };
    });
  });
}

type Refused = Needless & Pick<RefusedProposal, "index">;

/** Writes proposals; returns the ids of the new ones in the order in which they are asked for. */
async function propose(
  trx: Transaction<Tables>,
  { organizationId, userId }: Proposer,
  { asked, at }: { asked: readonly ProposalCreate[]; at: Date },
): Promise<{ ids: number[]; refused: Refused[] }> {
  await lockProposer(trx, organizationId, userId);
  const byDictionary = grouped(asked.map((one, index) => [one.dictionaryId, { ...one, index }]));
  const dictionaryIds = [...byDictionary.keys()];
  const known = await lockDictionaryRows(trx, organizationId, dictionaryIds);
  if (known.length < dictionaryIds.length) throw notFound();
  const made = new Map<number, number>();
  const refused: Refused[] = [];
  for (const [dictionaryId, ofDictionary] of byDictionary) {
    const done = await proposeOf(
      trx,
      { organizationId, dictionaryId },
      {
        asked: ofDictionary,
        proposerId: userId,
        at,
      },
    );
    for (const [index, id] of done.made) made.set(index, id);
    refused.push(...done.refused);
  }
  if (made.size > 0 && (await countOpen(trx, organizationId, userId)) > MOST_OPEN_PROPOSALS) {
    throw ruleBroken("TOO_MANY_PROPOSALS");
  }
  return {
    ids: asked.flatMap((_, index) => made.get(index) ?? []),
    refused: refused.toSorted((one, other) => one.index - other.index),
  };
}

interface AskedOf {
  asked: readonly (ProposalCreate & { index: number })[];
  proposerId: string;
  at: Date;
}

/** The same of one dictionary: of several of the same the first one is proposed. */
async function proposeOf(
  trx: Transaction<Tables>,
  key: DictionaryKey,
  { asked, proposerId, at }: AskedOf,
) {
  const all = asked.map(({ entryId = null, ...one }) => ({ ...one, entryId }));
  const checked = await checkProposed(trx, key, all);
  const firstOf = new Map<string, number>();
  const proposals = all.flatMap(({ reason = "", evidence = [], ...one }, n) => {
    const changeHash = checked[n]?.changeHash;
    if (!changeHash || firstOf.has(hex(changeHash))) return [];
    firstOf.set(hex(changeHash), one.index);
    return [{ ...one, reason, evidence, changeHash }];
  });
  const ids = await insertProposals(trx, key, { proposals, proposerId, at });
  const made = new Map(proposals.map(({ index }, n) => [index, ids[n] ?? 0]));
  const refused = all.flatMap(({ index }, n): Refused[] => {
    const { changeHash, needless } = checked[n] ?? {};
    if (needless) return [{ index, ...needless }];
    if (!changeHash || made.has(index)) return [];
    const first = firstOf.get(hex(changeHash)) ?? index;
    return [{ index, ...isProposed(made.get(first) ?? 0) }];
  });
  return { made, refused };
}

/** Publishes and logs new proposals; returns them. */
async function publishNew(
  trx: Transaction<Tables>,
  { organizationId }: Proposer,
  ids: readonly number[],
): Promise<Proposal[]> {
  const proposals = (await findProposals(trx, organizationId, ids)).map(presentProposal);
  for (const after of proposals) {
    await publishProposal(trx, organizationId, { before: null, after });
  }
  return proposals;
}
