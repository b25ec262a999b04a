import { proposalEndpoints } from "../../../domain/api/proposals.ts";
import type { AreaRoutes } from "../../context.ts";
import { type Call, implement } from "../../implement.ts";
import { chooseMails, readMailChoice } from "../../smtp/sendMail.ts";
import { createProposal, createProposals } from "./service/createProposals.ts";
import { decideProposals, type ProposalsWrite } from "./service/decideProposals.ts";
import { listProposals, readProposal, undoDecisions } from "./service/readProposals.ts";
import { changeProposal, withdrawProposal } from "./service/writeProposals.ts";

type Writing = Pick<Call<unknown>, "member" | "lockToken" | "ifMatch">;

const writeOf = ({ member, lockToken, ifMatch }: Writing): ProposalsWrite => {
  const { organizationId, userId } = member;
  return { organizationId, userId, lockToken, ifMatch };
};

const targetOf = ({ member: user, params, ifMatch }: Writing & { params: { id: number } }) => {
  return { user, proposalId: params.id, ifMatch };
};

export const proposalRoutes: AreaRoutes = (app, deps) =>
  implement(app, proposalEndpoints, {
    "GET /proposals": ({ member, query: { page, size, sort, ...filters } }) =>
      listProposals(deps, member, { page, size, sort }, filters),
    "POST /proposals": ({ member, body, transact }) =>
      createProposal({ ...deps, transact }, member, body),
    "POST /proposals/bulk": ({ member, body, transact }) =>
      createProposals({ ...deps, transact }, member, body),
    "POST /proposals/decide": (call) =>
      decideProposals({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "POST /proposals/undo": (call) =>
      undoDecisions({ ...deps, transact: call.transact }, writeOf(call), call.body),
    "GET /proposals/mails": ({ member }) => readMailChoice(deps, member.userId, "proposal_mails"),
    "PUT /proposals/mails": ({ member, body }) =>
      chooseMails(deps, member.userId, "proposal_mails", body),
    "GET /proposals/{id}": ({ member, params }) => readProposal(deps, member, params.id),
    "PATCH /proposals/{id}": (call) => changeProposal(deps, targetOf(call), call.body),
    "POST /proposals/{id}/withdraw": (call) =>
      withdrawProposal({ ...deps, transact: call.transact }, targetOf(call)),
  });
