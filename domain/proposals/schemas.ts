import { z } from "zod";
import { alertMails, alertMailsUpdate } from "../alerts/schemas.ts";
import { recordId } from "../api/parameters.ts";
import { someOf } from "../distinct.ts";
import { entry, entryUpdate } from "../entries/schemas.ts";
import { fieldSentences } from "../problems/sentences.ts";
import { optionalLine, paragraph } from "../text/text.ts";
import {
  EVIDENCE_LENGTH,
  MOST_DECIDED,
  MOST_EVIDENCE,
  MOST_PROPOSED,
  PROPOSAL_REASON_LENGTH,
  PROPOSAL_REFUSALS,
  PROPOSAL_STATES,
  proposalSentences,
} from "./rules.ts";

const instant = z.iso.datetime();
const text = paragraph(PROPOSAL_REASON_LENGTH);

/** A passage that was transcribed wrongly and corrected, and how often. */
const evidence = z
  .strictObject({
    before: optionalLine(EVIDENCE_LENGTH)
      .nullable()
      .meta({ description: "What was recognised; null where that is not known." }),
    after: optionalLine(EVIDENCE_LENGTH),
    count: z.int().min(1).max(1_000_000),
  })
  .meta({ id: "ProposalEvidence" });
export type Evidence = z.infer<typeof evidence>;

const allEvidence = z.array(evidence).max(MOST_EVIDENCE);

/** The fields of an entry that a proposal sets: all that are needed of a new one. */
const change = entryUpdate;
export type ProposedChange = z.infer<typeof change>;

/** A sentence for each field that a new word lacks, or for a change that changes nothing. */
export function missingFields(
  set: ProposedChange,
  isNew: boolean,
): Readonly<Record<string, string>> {
  if (!isNew) return Object.keys(set).length === 0 ? { change: proposalSentences.nothing } : {};
  return {
    ...(set.surface === undefined ? { surface: fieldSentences.required("表記") } : {}),
    ...(set.reading === undefined ? { reading: fieldSentences.required("読み") } : {}),
  };
}

/** Of a new word without `entryId`, else of a change of that entry. */
export const proposalCreate = z
  .strictObject({
    dictionaryId: z.int().min(1),
    entryId: z.int().min(1).optional(),
    change,
    reason: text.optional(),
    evidence: allEvidence.optional(),
  })
  .superRefine(({ entryId, change }, context) => {
    for (const [field, message] of Object.entries(missingFields(change, entryId === undefined))) {
      const path = field === "change" ? ["change"] : ["change", field];
      context.addIssue({ code: "custom", path, message });
    }
  })
  .meta({ id: "ProposalCreate" });
export type ProposalCreate = z.infer<typeof proposalCreate>;

export const proposalsCreate = z
  .strictObject({ proposals: z.array(proposalCreate).min(1).max(MOST_PROPOSED) })
  .meta({ id: "ProposalsCreate" });
export type ProposalsCreate = z.infer<typeof proposalsCreate>;

/** PATCH /proposals/{id}: `change` takes the place of all that was proposed. */
export const proposalUpdate = z
  .strictObject({
    change: change.optional(),
    reason: text.nullable().optional(),
    evidence: allEvidence.optional(),
  })
  .meta({ id: "ProposalUpdate" });
export type ProposalUpdate = z.infer<typeof proposalUpdate>;

/** The same in an answer. */
const setFields = z.object(entryUpdate.shape).meta({ id: "ProposedFields" });
const shownEvidence = z.object(evidence.shape).meta({ id: "ShownEvidence" });

const state = z.enum(PROPOSAL_STATES).meta({ id: "ProposalState" });

export const proposal = z
  .object({
    proposalId: z.int(),
    dictionaryId: z.int(),
    dictionaryName: z.string(),
    entryId: z.int().nullable().meta({ description: "Null of a new word." }),
    entry: entry
      .pick({
        surface: true,
        reading: true,
        partOfSpeech: true,
        weight: true,
        note: true,
        enabled: true,
        version: true,
      })
      .meta({ id: "ProposedEntry" })
      .nullable()
      .meta({ description: "The entry `entryId` as it is now; null if it is deleted." }),
    change: setFields,
    reason: z.string(),
    evidence: z.array(shownEvidence),
    proposerId: z.string(),
    proposerName: z.string(),
    state,
    decidedBy: z.string().nullable(),
    decidedByName: z.string().nullable(),
    decidedAt: instant.nullable().meta({ description: "When it ended, in whichever way." }),
    answer: z.string().nullable().meta({ description: "The reason of the decision." }),
    written: setFields
      .nullable()
      .meta({ description: "What was written in place of `change`, of a CHANGED one." }),
    writtenEntryId: z.int().nullable().meta({ description: "The entry that was written." }),
    version: z.int(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Proposal" });
export type Proposal = z.infer<typeof proposal>;

export const proposedWords = z
  .object({
    proposals: z.array(proposal).meta({ description: "Those that were made, in their order." }),
    refused: z.array(
      z
        .object({
          index: z.int().meta({ description: "Where it stands in the request." }),
          code: z.enum(PROPOSAL_REFUSALS),
          message: z.string(),
          entryId: z.int().optional().meta({ description: "Of ENTRY_EXISTS: the entry." }),
          proposalId: z
            .int()
            .optional()
            .meta({ description: "Of PROPOSAL_EXISTS: the open proposal of the same." }),
        })
        .meta({ id: "RefusedProposal" }),
    ),
  })
  .meta({ id: "ProposedWords" });
export type ProposedWords = z.infer<typeof proposedWords>;
export type RefusedProposal = ProposedWords["refused"][number];

/** The sort fields of the list; the first is the default. */
export const PROPOSAL_SORTS = ["proposalId", "updatedAt"] as const;

export const proposalFilters = {
  dictionaryId: recordId.optional(),
  entryId: recordId.optional(),
  state: someOf(PROPOSAL_STATES).optional().meta({ description: "By default OPEN." }),
  mine: z.literal("true").optional(),
};

const proposalIds = z.array(z.int().min(1)).max(MOST_DECIDED);

export const proposalDecision = z
  .strictObject({
    accept: proposalIds.optional(),
    change: z
      .array(
        z.strictObject({ proposalId: z.int().min(1), change }).meta({
          id: "ChangedProposal",
          description: "Fields that take the place of proposed ones.",
        }),
      )
      .max(MOST_DECIDED)
      .optional(),
    reject: proposalIds.optional(),
    seen: z
      .array(
        z
          .strictObject({ proposalId: z.int().min(1), version: z.int().min(1) })
          .meta({ id: "SeenProposal" }),
      )
      .max(MOST_DECIDED)
      .optional()
      .meta({ description: "The versions that are decided on; one that has changed refuses all." }),
    reason: text
      .optional()
      .meta({ description: "Answers the proposers; needed where some are rejected." }),
  })
  .superRefine(({ accept = [], change = [], reject = [], reason = "" }, context) => {
    const all = [...accept, ...change.map(({ proposalId }) => proposalId), ...reject];
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    if (all.length === 0) refuse([], proposalSentences.none);
    if (all.length > MOST_DECIDED) refuse([], proposalSentences.tooManyAtOnce);
    if (new Set(all).size < all.length) refuse([], proposalSentences.twice);
    if (reject.length > 0 && reason === "") refuse(["reason"], proposalSentences.reasonMissing);
  })
  .meta({ id: "ProposalDecision" });
export type ProposalDecision = z.infer<typeof proposalDecision>;

export const decidedProposals = z
  .object({ proposals: z.array(proposal) })
  .meta({ id: "DecidedProposals" });
export type DecidedProposals = z.infer<typeof decidedProposals>;

export const proposalUndo = z
  .strictObject({ proposalIds: proposalIds.min(1) })
  .meta({ id: "ProposalUndo" });
export type ProposalUndo = z.infer<typeof proposalUndo>;

export const undoneProposals = z
  .object({
    proposals: z.array(proposal).meta({ description: "Those that are as before the decision." }),
    kept: z.int().meta({ description: "How many stay, because they or their words have changed." }),
  })
  .meta({ id: "UndoneProposals" });
export type UndoneProposals = z.infer<typeof undoneProposals>;

/** Whether a person gets the daily mail about proposals (docs/product/proposals.md#being-told). */
export const proposalMails = z.object(alertMails.shape).meta({ id: "ProposalMails" });

export const proposalMailsUpdate = z
  .strictObject(alertMailsUpdate.shape)
  .meta({ id: "ProposalMailsUpdate" });
