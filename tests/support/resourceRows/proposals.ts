import type { proposalEndpoints } from "../../../domain/api/proposals.ts";
import { aDictionary } from "../dictionaryRequests.ts";
import { newSurface } from "../entryRequests.ts";
import { aProposal, PROPOSALS } from "../proposalRequests.ts";
import {
  members,
  type RouteRow,
  type SendAs,
  UNKNOWN_ID,
  at as url,
  type WalkWorld,
} from "../routeRow.ts";
import type { TableRow } from "../tableRow.ts";

const writers = ["organizationAdmin", "dictionaryAdmin"] as const;
const current = { "if-match": "*" };

/** A proposal of the walker. */
const onOwn =
  (below = "", body?: unknown): SendAs =>
  async ({ api, own, people }, role, user = people[role]) => {
    const dictionaryId = await aDictionary(api, own);
    const proposalId = await aProposal(api, { ...own, dictionaryId, proposerId: user.userId });
    return { url: `${PROPOSALS}/${proposalId}${below}`, ...(body ? { body } : {}) };
  };

const elsewhere =
  (below = "", body?: unknown) =>
  async ({ api, foreign }: WalkWorld) => {
    const proposalId = await aProposal(api, { ...foreign, proposerId: foreign.userId });
    return {
      foreign: { url: `${PROPOSALS}/${proposalId}${below}`, body },
      unknown: { url: `${PROPOSALS}/${UNKNOWN_ID}${below}`, body },
    };
  };

/** A decision on a proposal of another member. */
const decision: SendAs = async ({ api, own, people }) => {
  const dictionaryId = await aDictionary(api, own);
  const proposerId = people.staff.userId;
  const proposalId = await aProposal(api, { ...own, dictionaryId, proposerId });
  return { url: `${PROPOSALS}/decide`, body: { accept: [proposalId] }, headers: current };
};

export const staffRows: Readonly<Record<keyof typeof proposalEndpoints, RouteRow>> = {
  "GET /proposals": { may: members, send: url(PROPOSALS) },
  "POST /proposals": {
    may: members,
    send: async ({ api, own }) => {
      const dictionaryId = await aDictionary(api, own);
      const change = { surface: newSurface(), reading: "たんご" };
      return { url: PROPOSALS, body: { dictionaryId, change } };
    },
    elsewhere: ({ foreign }) => {
      const body = { change: { surface: newSurface(), reading: "たんご" } };
      return {
        foreign: { url: PROPOSALS, body: { ...body, dictionaryId: foreign.dictionaryId } },
        unknown: { url: PROPOSALS, body: { ...body, dictionaryId: UNKNOWN_ID } },
      };
    },
  },
  "POST /proposals/bulk": {
    may: members,
    send: async ({ api, own }) => {
      const dictionaryId = await aDictionary(api, own);
      const change = { surface: newSurface(), reading: "たんご" };
      return { url: `${PROPOSALS}/bulk`, body: { proposals: [{ dictionaryId, change }] } };
    },
    elsewhere: ({ foreign }) => {
      const change = { surface: newSurface(), reading: "たんご" };
      const url = `${PROPOSALS}/bulk`;
      const bodyOf = (dictionaryId: number) => ({ proposals: [{ dictionaryId, change }] });
      return {
        foreign: { url, body: bodyOf(foreign.dictionaryId) },
        unknown: { url, body: bodyOf(UNKNOWN_ID) },
      };
    },
  },
  "POST /proposals/decide": {
    may: writers,
    send: decision,
    elsewhere: async ({ api, foreign }) => {
      const proposalId = await aProposal(api, { ...foreign, proposerId: foreign.userId });
      return {
        foreign: { url: `${PROPOSALS}/decide`, body: { accept: [proposalId] } },
        unknown: { url: `${PROPOSALS}/decide`, body: { accept: [UNKNOWN_ID] } },
      };
    },
  },
  "POST /proposals/undo": {
    may: writers,
    send: async (world, role, user) => {
      const { url, body } = await decision(world, role, user);
      await world.api.as(world.people.organizationAdmin).post(url, body, current);
      const [proposalId] = Object(body).accept;
      return { url: `${PROPOSALS}/undo`, body: { proposalIds: [proposalId] }, headers: current };
    },
    elsewhere: async ({ api, foreign }) => {
      const proposalId = await aProposal(api, { ...foreign, proposerId: foreign.userId });
      return {
        foreign: { url: `${PROPOSALS}/undo`, body: { proposalIds: [proposalId] } },
        unknown: { url: `${PROPOSALS}/undo`, body: { proposalIds: [UNKNOWN_ID] } },
      };
    },
  },
  "GET /proposals/mails": { may: members, send: url(`${PROPOSALS}/mails`) },
  "PUT /proposals/mails": {
    may: members,
    send: () => ({ url: `${PROPOSALS}/mails`, body: { enabled: false } }),
  },
  "GET /proposals/{id}": { may: members, send: onOwn(), elsewhere: elsewhere() },
  "PATCH /proposals/{id}": {
    may: members,
    send: onOwn("", { reason: "来週の会議で使うため" }),
    elsewhere: elsewhere("", { reason: "会議でよく出るため" }),
  },
  "POST /proposals/{id}/withdraw": {
    may: members,
    send: onOwn("/withdraw", {}),
    elsewhere: elsewhere("/withdraw", {}),
  },
};

const at = new Date("2026-01-01T00:00:00Z");
const stored = {
  organization_id: 1,
  dictionary_id: 31,
  proposal_id: 81,
  change: "{}",
  change_hash: Buffer.from("same"),
  reason: "",
  evidence: "[]",
  proposer_id: "member",
  created_at: at,
  updated_at: at,
};
const ended = { ended_at: at };

export const tableRows: Readonly<Record<string, TableRow>> = {
  dictionary_proposals: {
    stored: [stored],
    another: { ...stored, proposal_id: 82, change_hash: Buffer.from("other") },
    optional: [
      "admins_told_at",
      "answer",
      "before",
      "decided_by",
      "ended_at",
      "entry_id",
      "proposer_told_at",
      "written",
      "written_entry_id",
      "written_version",
    ],
    constraints: {
      dictionary_proposals_pkey: { refuses: [{ proposal_id: 81 }] },
      dictionary_proposals_same: {
        refuses: [{ change_hash: stored.change_hash }],
        allows: [
          { change_hash: stored.change_hash, dictionary_id: 32 },
          { change_hash: stored.change_hash, state: "WITHDRAWN", ...ended },
        ],
      },
      dictionary_proposals_dictionary_fkey: {
        refuses: [{ dictionary_id: 99 }, { organization_id: 2, dictionary_id: 32 }],
        cascades: true,
      },
      dictionary_proposals_proposer_id_fkey: { refuses: [{ proposer_id: "nobody" }] },
      dictionary_proposals_decided_by_fkey: {
        refuses: [{ decided_by: "nobody", state: "REJECTED", ...ended }],
      },
      dictionary_proposals_state_check: {
        refuses: [{ state: "ELSE", ...ended }],
        allows: [{ state: "SUPERSEDED", ...ended }],
      },
      dictionary_proposals_ended_check: {
        refuses: [ended, { state: "WITHDRAWN" }],
        allows: [{ state: "WITHDRAWN", ...ended }],
      },
      dictionary_proposals_decided_check: {
        refuses: [
          { state: "ACCEPTED", ...ended },
          { state: "SUPERSEDED", decided_by: "member", ...ended },
        ],
        allows: [{ state: "CHANGED", decided_by: "member", ...ended }],
      },
    },
  },
};
