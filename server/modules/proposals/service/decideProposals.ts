import type { Transaction } from "kysely";
import { dictionaryKind } from "../../../../domain/api/dictionaries.ts";
import { recordsCounted } from "../../../../domain/bulkSentences.ts";
import type { EntryCreate } from "../../../../domain/entries/schemas.ts";
import { type ProposalState, proposalSentences } from "../../../../domain/proposals/rules.ts";
import type {
  DecidedProposals,
  ProposalDecision,
  ProposedChange,
} from "../../../../domain/proposals/schemas.ts";
import { actOnMany } from "../../../audit/acting.ts";
import { recordEvent } from "../../../audit/recordEvent.ts";
import type { Deps } from "../../../context.ts";
import type { Tables } from "../../../db/tables.ts";
import type { Transact, WriteTransaction } from "../../../db/transact.ts";
import { notFound, ruleBroken, validationFailed } from "../../../problem.ts";
import { applyWrites } from "../../entries/service/applyWrites.ts";
import { lockVersion } from "../../entries/service/writeEntries.ts";
import type { DictionaryWrite } from "../../locks/service/writeGuard.ts";
import { presentProposal, wordOf } from "../present.ts";
import {
  decideRows,
  findProposals,
  noteWritten,
  type ProposalRow,
  type WrittenRow,
} from "../queries/proposals.ts";
import { publishProposal } from "./createProposals.ts";

/** A write to the dictionary of proposals, which name it. */
export type ProposalsWrite = Omit<DictionaryWrite, "dictionaryId">;

type Decided = "ACCEPTED" | "CHANGED" | "REJECTED";

/** A decision on one proposal, and where it stands in the request. */
interface Decision {
  proposalId: number;
  state: Decided;
  path: string;
  /** What is written in place of proposed fields. */
  instead: ProposedChange;
}

/**
 * Accepts, corrects and rejects proposals of one dictionary in one transaction, which writes their words
 * as one change. Throws 404, 422 for several dictionaries, 423, 428 (see lockForWriting), 412 of the
 * dictionary, 409 DUPLICATE with `errors` by path, 422 ROWS_REFUSED with a sentence for each that is not
 * open any more or was changed since it was seen.
 */
export function decideProposals(
  { now, transact }: Pick<Deps, "now"> & { transact: Transact },
  sent: ProposalsWrite,
  { accept = [], change = [], reject = [], seen = [], reason = "" }: ProposalDecision,
): Promise<DecidedProposals> {
  const decisions: Decision[] = [
    ...accept.map((proposalId, n) => {
      return { proposalId, state: "ACCEPTED" as const, path: `accept.${n}`, instead: {} };
    }),
    ...change.map(({ proposalId, change: instead }, n) => {
      return { proposalId, state: "CHANGED" as const, path: `change.${n}.change`, instead };
    }),
    ...reject.map((proposalId, n) => {
      return { proposalId, state: "REJECTED" as const, path: `reject.${n}`, instead: {} };
    }),
  ];
  const ids = decisions.map(({ proposalId }) => proposalId);
  return transact(async (trx) => {
    const write = await lockDictionaryOf(trx, sent, ids);
    const rows = await findProposals(trx, write.organizationId, ids);
    refuseOthers(decisions, rows, seen);
    const at = now();
    const decide = async () => {
      await writeDecisions(trx, write, { decisions, rows, answer: reason || null, at });
      return publishAll(trx, write.organizationId, rows);
    };
    if (decisions.length === 1) return { proposals: await decide() };
    const whole = { kind: dictionaryKind.name, id: null, organizationId: write.organizationId };
    return actOnMany(whole, async () => {
      const proposals = await decide();
      const counts: Record<string, number> = {};
      for (const { state } of decisions) {
        counts[countedAs[state]] = (counts[countedAs[state]] ?? 0) + 1;
      }
      const target = { ...whole, name: recordsCounted(proposals.length) };
      await recordEvent(trx, { organizationId: write.organizationId, target, counts });
      return { proposals };
    });
  });
}

const countedAs: Record<Decided, string> = {
  ACCEPTED: "accepted",
  CHANGED: "corrected",
  REJECTED: "rejected",
};

/**
 * Starts a write to the dictionary of proposals: until the end nobody else decides on them. Throws 404,
 * 422 for proposals of several dictionaries, 423, 428 (see lockForWriting), 412 of the dictionary.
 */
export async function lockDictionaryOf(
  trx: Transaction<Tables>,
  sent: ProposalsWrite,
  proposalIds: readonly number[],
): Promise<DictionaryWrite> {
  const known = await findProposals(trx, sent.organizationId, proposalIds);
  if (known.length < proposalIds.length) throw notFound();
  const [dictionaryId, ...others] = new Set(known.map(({ dictionary_id }) => dictionary_id));
  if (dictionaryId === undefined) throw notFound();
  if (others.length > 0) throw validationFailed({ accept: proposalSentences.oneDictionary });
  const write = { ...sent, dictionaryId };
  await lockVersion(trx, write);
  return write;
}

/** Refuses proposals that are not open, or not as the caller has seen them. */
function refuseOthers(
  decisions: readonly Decision[],
  rows: readonly ProposalRow[],
  seen: NonNullable<ProposalDecision["seen"]>,
): void {
  const versions = new Map(seen.map(({ proposalId, version }) => [proposalId, version]));
  const errors: Record<string, string> = {};
  const names: string[] = [];
  for (const [n, { proposalId, path }] of decisions.entries()) {
    const row = rows[n];
    // A proposal goes with the erasing of its proposer.
    if (!row) throw notFound();
    const isOpen = row.state === "OPEN";
    if (isOpen && (versions.get(proposalId) ?? row.version) === row.version) continue;
    errors[path] = isOpen ? proposalSentences.changedSince : proposalSentences.notOpen(row.state);
    names.push(wordOf(presentProposal(row)));
  }
  if (names.length === 0) return;
  throw ruleBroken("ROWS_REFUSED", { message: proposalSentences.refused(names), errors });
}

interface Writing {
  decisions: readonly Decision[];
  /** The proposals, in the order of the decisions. */
  rows: readonly ProposalRow[];
  answer: string | null;
  at: Date;
}

async function writeDecisions(
  trx: WriteTransaction,
  write: DictionaryWrite,
  { decisions, rows, answer, at }: Writing,
): Promise<void> {
  const all = decisions.flatMap((decision, n) => {
    const row = rows[n];
    return row ? [{ ...decision, row, set: { ...row.change, ...decision.instead } }] : [];
  });
  // Before the words are written, which supersede what is open.
  const decided = all.map(({ proposalId, state, set }) => {
    return { proposal_id: proposalId, state, written: state === "CHANGED" ? set : null };
  });
  await decideRows(trx, write, { decided, decidedBy: write.userId, answer, at });
  const taken = all.filter(({ state }) => state !== "REJECTED");
  if (taken.length === 0) return;
  const added = taken.filter(({ row }) => row.entry_id === null);
  const changed = taken.filter(({ row }) => row.entry_id !== null);
  const update = changed.map(({ row, set }) => {
    return { entryId: row.entry_id ?? 0, changes: set, expected: undefined };
  });
  const writes = { create: added.map(({ set }) => newEntry(set)), update, delete: [] };
  const result = await applyWrites(trx, write, writes, {
    at,
    pathOf: (operation, index, field) => {
      const path = (operation === "create" ? added : changed)[index]?.path ?? operation;
      return `${path}.${field}`;
    },
  });
  const written = [
    ...added.map(({ row }, n) => [row, result.created[n]] as const),
    ...changed.map(({ row }, n) => [row, result.updated[n]] as const),
  ];
  const notes = written.flatMap(([row, entry]): WrittenRow[] => {
    if (!entry) return [];
    const { entryId, version } = entry;
    return [{ proposal_id: row.proposal_id, entry_id: entryId, version, before: valuesOf(row) }];
  });
  await noteWritten(trx, write, notes);
}

/** What an entry was before a change of it; null of a new one. */
function valuesOf(row: ProposalRow): ProposedChange | null {
  const { entry } = presentProposal(row);
  if (!entry) return null;
  const { version: _, ...values } = entry;
  return values;
}

function newEntry({ note, surface = "", reading = "", ...others }: ProposedChange): EntryCreate {
  return { ...others, surface, reading, ...(note ? { note } : {}) };
}

/** Publishes and logs what became of each proposal; returns them as they are now. */
export async function publishAll(
  trx: Transaction<Tables>,
  organizationId: number,
  before: readonly ProposalRow[],
) {
  const now = await findProposals(
    trx,
    organizationId,
    before.map(({ proposal_id }) => proposal_id),
  );
  const was = new Map(before.map((row) => [row.proposal_id, presentProposal(row)]));
  const proposals = now.map(presentProposal);
  for (const after of proposals) {
    await publishProposal(trx, organizationId, {
      before: was.get(after.proposalId) ?? null,
      after,
    });
  }
  return proposals;
}

export const isDecided = (state: ProposalState): boolean => Object.hasOwn(countedAs, state);
