import { contractStatus, effectiveEnd } from "../../domain/contractRules.ts";
import {
  ORGANIZATION_SORTS,
  type Organization,
  organizationFilters,
  organizationUpdate,
} from "../../domain/organizations.ts";
import { searchKey } from "../../domain/searchKey.ts";
import type { Route } from "../area.ts";
import { answer, type Call } from "../call.ts";
import { listQuery, matches, pageAnswer } from "../page.ts";
import type { OrganizationRow } from "../tables.ts";
import { announce } from "../world.ts";
import { addUser, type Invited } from "./userRow.ts";

const access = "organization.manage";
const listed = listQuery(ORGANIZATION_SORTS, organizationFilters);

export const organizationRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/organizations",
    access,
    answer: (call) => {
      const { q, ...query } = call.query(listed);
      const found = call.world.tables.organizations
        .filter(({ organizationName, organizationNo }) =>
          matches(q, organizationName, organizationNo),
        )
        .map((row) => organizationOf(call, row));
      return pageAnswer(found, query, ({ organizationId }) => organizationId, {
        organizationName: ({ organizationName }) => searchKey(organizationName),
      });
    },
  },
  {
    method: "get",
    path: "/organizations/:id",
    access,
    answer: (call) => answer(organizationOf(call, rowOf(call))),
  },
  {
    method: "patch",
    path: "/organizations/:id",
    access,
    answer: async (call) => {
      const { organizationName } = await call.body(organizationUpdate);
      const row = rowOf(call);
      call.refuseStale(organizationOf(call, row));
      if (organizationName !== undefined && organizationName !== row.organizationName) {
        const version = row.version + 1;
        Object.assign(row, { organizationName, version, updatedAt: call.at });
        announce(call.world, "organizations", { ...row, id: row.organizationId }, "updated");
      }
      return answer(organizationOf(call, row));
    },
  },
];

/** A new organization with its admin; gives its id. */
export function addOrganization(call: Call, organizationName: string, admin: Invited): number {
  const { organizations } = call.world.tables;
  const organizationId = Math.max(...organizations.map((each) => each.organizationId)) + 1;
  const lastNo = Math.max(...organizations.map(({ organizationNo }) => Number(organizationNo)));
  organizations.push({
    organizationId,
    organizationNo: String(lastNo + 1),
    organizationName,
    version: 1,
    createdAt: call.at,
    updatedAt: call.at,
  });
  announce(call.world, "organizations", { organizationId, id: organizationId }, "created");
  addUser(call, { ...admin, organizationId, isOrganizationAdmin: true });
  return organizationId;
}

function rowOf(call: Call): OrganizationRow {
  return call.found(call.world.tables.organizations, ({ organizationId }) => organizationId);
}

/** An organization as the API answers it. */
function organizationOf({ world, today }: Call, row: OrganizationRow): Organization {
  const { users, workspaces, dictionaries, contracts } = world.tables;
  const own = ({ organizationId }: { organizationId: number }) =>
    organizationId === row.organizationId;
  const current = contracts
    .filter(own)
    .find((contract) => contract.startDate <= today && today <= effectiveEnd(contract));
  return {
    ...row,
    currentContractId: current?.contractId ?? null,
    currentContractStatus: current ? contractStatus(current, today) : null,
    userCount: users.filter(own).length,
    workspaceCount: workspaces.filter(own).length,
    dictionaryCount: dictionaries.filter(own).length,
  };
}
