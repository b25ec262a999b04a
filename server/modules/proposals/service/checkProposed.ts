import type { Transaction } from "kysely";
import { writtenAs } from "../../../../domain/entries/rules.ts";
import { entrySentences } from "../../../../domain/entries/sentences.ts";
import { grouped } from "../../../../domain/grouped.ts";
import { isAlreadySo, proposedAs } from "../../../../domain/proposals/rules.ts";
import type { ProposedChange } from "../../../../domain/proposals/schemas.ts";
import { proposalSentences } from "../../../../domain/proposals/sentences.ts";
import type { Tables } from "../../../db/tables.ts";
import { hex } from "../../../hex.ts";
import { conflict, notFound, type ProblemError } from "../../../problem.ts";
import { sha256 } from "../../../sha256.ts";
import { presentEntry } from "../../entries/present.ts";
import { findEntries, findWritten } from "../../entries/queries/entries.ts";
import type { DictionaryKey } from "../../locks/queries/locks.ts";
import { findSame } from "../queries/proposals.ts";

/** Why nothing is to be proposed: it is there, is proposed already, or its word is deleted. */
export type Needless =
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
export function isProposed(proposalId: number): Needless {
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
