import { z } from "zod";
import { auditedKind, OF_EVERY_RECORD } from "../audit/kinds.ts";
import { dictionary } from "../dictionaries/schemas.ts";
import { pageOf } from "../paging.ts";
import { proposalFields } from "../proposals/fields.ts";
import { MOST_DECIDED, MOST_PROPOSED } from "../proposals/rules.ts";
import {
  decidedProposals,
  PROPOSAL_SORTS,
  proposal,
  proposalCreate,
  proposalDecision,
  proposalFilters,
  proposalMails,
  proposalMailsUpdate,
  proposalsCreate,
  proposalUndo,
  proposalUpdate,
  proposedWords,
  undoneProposals,
} from "../proposals/schemas.ts";
import type { Endpoints } from "./endpoint.ts";
import { idParams, listQuery, noFields } from "./parameters.ts";

/** 200 proposals with the longest words. */
const DECISION_BYTES = 1024 * 1024;
/** The same with reasons and passages. */
const PROPOSED_BYTES = 2 * 1024 * 1024;

/** Proposals of words by everybody (docs/product/proposals.md). */
export const proposalEndpoints = {
  "GET /proposals": {
    area: "staff",
    access: "entry.propose",
    operationId: "listProposals",
    live: true,
    summary: "Lists proposals of words",
    description: "Those who may write dictionaries see all, others their own.",
    query: listQuery({ sorts: PROPOSAL_SORTS, filters: proposalFilters }),
    answers: { 200: pageOf(proposal) },
  },
  "POST /proposals": {
    area: "staff",
    access: "entry.propose",
    operationId: "createProposal",
    audit: "単語を提案",
    summary: "Proposes a word, or a change of one",
    description:
      "Without `entryId` a new word, of which `change` has at least surface and reading. What the dictionary has already is ENTRY_EXISTS with its `entryId`, what is proposed already PROPOSAL_EXISTS with its `proposalId`.",
    body: proposalCreate,
    answers: { 201: proposal },
    etag: true,
    problems: ["NOT_FOUND", "ENTRY_EXISTS", "PROPOSAL_EXISTS", "TOO_MANY_PROPOSALS"],
  },
  "POST /proposals/bulk": {
    area: "staff",
    access: "entry.propose",
    operationId: "createProposals",
    audit: "単語をまとめて提案",
    summary: "Proposes up to 200 words and changes of words, of any dictionaries",
    description:
      "In one transaction. What is there already, is proposed already, or would change a deleted entry is `refused` in the answer, and does not keep the others from being proposed.",
    body: proposalsCreate,
    bodyLimit: PROPOSED_BYTES,
    mostItems: { proposals: MOST_PROPOSED },
    heavy: true,
    answers: { 201: proposedWords },
    problems: ["NOT_FOUND", "TOO_MANY_PROPOSALS"],
  },
  "POST /proposals/decide": {
    area: "staff",
    access: "dictionary.write",
    operationId: "decideProposals",
    audit: "提案に対応",
    summary: "Accepts, corrects and rejects proposals of one dictionary, all or none",
    description:
      "At most 200, in one transaction and one revision. Needs the lock's token, or If-Match of the dictionary if there is no lock. A proposal that is not open any more, or has another version than `seen` says, refuses all: ROWS_REFUSED has a sentence for each in `errors`, as `accept.2`.",
    body: proposalDecision,
    bodyLimit: DECISION_BYTES,
    mostItems: {
      accept: MOST_DECIDED,
      change: MOST_DECIDED,
      reject: MOST_DECIDED,
      seen: MOST_DECIDED,
    },
    heavy: true,
    answers: { 200: decidedProposals },
    ifMatch: dictionary,
    lockToken: true,
    problems: [
      "NOT_FOUND",
      "DUPLICATE",
      "ROWS_REFUSED",
      "TOO_MANY_ENTRIES",
      "ENTRY_ROOM_FULL",
      "PRECONDITION_REQUIRED",
    ],
  },
  "POST /proposals/undo": {
    area: "staff",
    access: "dictionary.write",
    operationId: "undoProposals",
    audit: "提案への対応を取り消し",
    summary: "Undoes decisions on proposals of one dictionary, within a day",
    description:
      "The words are as before, and the proposals are open again. Those whose words have changed since stay as they are. Needs the lock's token, or If-Match of the dictionary if there is no lock.",
    body: proposalUndo,
    mostItems: { proposalIds: MOST_DECIDED },
    heavy: true,
    answers: { 200: undoneProposals },
    ifMatch: dictionary,
    lockToken: true,
    problems: ["NOT_FOUND", "DUPLICATE", "PRECONDITION_REQUIRED"],
  },
  "GET /proposals/mails": {
    area: "staff",
    access: "entry.propose",
    operationId: "getProposalMails",
    summary: "Reads whether the caller gets the daily mail about proposals",
    answers: { 200: proposalMails },
  },
  "PUT /proposals/mails": {
    area: "staff",
    access: "entry.propose",
    operationId: "chooseProposalMails",
    audit: { none: "It is a preference of the reader's own." },
    summary: "Chooses whether the caller gets the daily mail about proposals",
    body: proposalMailsUpdate,
    answers: { 200: proposalMails },
  },
  "GET /proposals/{id}": {
    area: "staff",
    access: "entry.propose",
    operationId: "getProposal",
    live: true,
    summary: "Reads a proposal",
    params: idParams,
    answers: { 200: proposal },
    etag: true,
  },
  "PATCH /proposals/{id}": {
    area: "staff",
    access: "entry.propose",
    operationId: "updateProposal",
    audit: "提案を編集",
    summary: "Changes an own proposal while it is open",
    params: idParams,
    body: proposalUpdate,
    answers: { 200: proposal },
    etag: true,
    ifMatch: true,
    problems: ["ENTRY_EXISTS", "PROPOSAL_EXISTS", "PROPOSAL_ENDED"],
  },
  "POST /proposals/{id}/withdraw": {
    area: "staff",
    access: "entry.propose",
    operationId: "withdrawProposal",
    audit: "提案を取り下げ",
    summary: "Withdraws an own proposal while it is open",
    params: idParams,
    body: noFields,
    answers: { 200: proposal },
    ifMatch: true,
    problems: ["PROPOSAL_ENDED"],
  },
} satisfies Endpoints<"staff">;

/** Under the word by which people know it. */
const loggedProposal = z.object({
  word: z.string(),
  ...proposal.pick({
    dictionaryName: true,
    change: true,
    reason: true,
    evidence: true,
    state: true,
    answer: true,
    written: true,
    version: true,
    createdAt: true,
    updatedAt: true,
  }).shape,
});
export type LoggedProposal = z.infer<typeof loggedProposal>;

export const proposalKind = auditedKind({
  name: "proposal",
  label: "提案",
  resource: "proposals",
  schema: loggedProposal,
  fields: proposalFields,
  unlogged: OF_EVERY_RECORD,
});
