import { HttpResponse } from "msw";
import { searchKey, searchKeys } from "../../domain/searchKey.ts";
import { fieldSentences } from "../../domain/sentences.ts";
import {
  WORKSPACE_SORTS,
  workspaceCreate,
  workspaceFilters,
  workspaceMembersUpdate,
  workspaceUpdate,
} from "../../domain/workspaces.ts";
import type { Route } from "../area.ts";
import { answer, type Call } from "../call.ts";
import { listQuery, matches, pageAnswer } from "../page.ts";
import { conflict, refuse, ruleBroken } from "../problem.ts";
import type { WorkspaceRow } from "../tables.ts";
import { announce } from "../world.ts";
import { workspaceOf, workspacesOf } from "./workspaceRow.ts";

const read = "workspace.read";
const write = "workspace.write";
const listed = listQuery(WORKSPACE_SORTS, workspaceFilters);

export const workspaceRoutes: readonly Route[] = [
  {
    method: "get",
    path: "/workspaces",
    access: read,
    answer: (call) => {
      const { q, ...query } = call.query(listed);
      const found = workspacesOf(call).filter(({ workspaceName }) => matches(q, workspaceName));
      return pageAnswer(found.map(workspaceOf), query, ({ workspaceId }) => workspaceId, {
        workspaceName: ({ workspaceName }) => searchKey(workspaceName),
      });
    },
  },
  {
    method: "post",
    path: "/workspaces",
    access: write,
    answer: async (call) => {
      const { workspaceName } = await call.body(workspaceCreate);
      refuseTakenName(call, workspaceName);
      const { workspaces } = call.world.tables;
      const row: WorkspaceRow = {
        workspaceId: Math.max(...workspaces.map(({ workspaceId }) => workspaceId)) + 1,
        organizationId: call.user.organizationId,
        workspaceName,
        userIds: [],
        version: 1,
        createdAt: call.at,
        updatedAt: call.at,
      };
      workspaces.push(row);
      tell(call, row, "created");
      return answer(workspaceOf(row), 201);
    },
  },
  {
    method: "get",
    path: "/workspaces/:id",
    access: read,
    answer: (call) => answer(workspaceOf(rowOf(call))),
  },
  {
    method: "patch",
    path: "/workspaces/:id",
    access: write,
    answer: async (call) => {
      const { workspaceName } = await call.body(workspaceUpdate);
      const row = rowOf(call);
      call.refuseStale(workspaceOf(row));
      if (workspaceName !== undefined && workspaceName !== row.workspaceName) {
        refuseTakenName(call, workspaceName, row);
        change(call, row, { workspaceName });
      }
      return answer(workspaceOf(row));
    },
  },
  {
    method: "delete",
    path: "/workspaces/:id",
    access: write,
    answer: (call) => {
      const row = rowOf(call);
      call.refuseStale(workspaceOf(row));
      if (workspacesOf(call).length === 1) throw ruleBroken("LAST_WORKSPACE");
      const { tables } = call.world;
      tables.workspaces = tables.workspaces.filter((other) => other !== row);
      tell(call, row, "deleted");
      return HttpResponse.json(workspaceOf(row));
    },
  },
  {
    method: "get",
    path: "/workspaces/:id/members",
    access: read,
    answer: (call) => members(call, rowOf(call)),
  },
  {
    method: "put",
    path: "/workspaces/:id/members",
    access: write,
    answer: async (call) => {
      const { userIds } = await call.body(workspaceMembersUpdate);
      const row = rowOf(call);
      call.refuseStale(workspaceOf(row));
      const known = call.world.tables.users
        .filter(({ organizationId }) => organizationId === row.organizationId)
        .map(({ userId }) => userId);
      if (!userIds.every((userId) => known.includes(userId))) {
        refuse({ userIds: fieldSentences.userUnknown });
      }
      const same =
        row.userIds.length === userIds.length && row.userIds.every((id) => userIds.includes(id));
      if (!same) change(call, row, { userIds: [...new Set(userIds)] });
      return members(call, row);
    },
  },
];

function rowOf(call: Call): WorkspaceRow {
  return call.found(workspacesOf(call), ({ workspaceId }) => workspaceId);
}

function members({ world }: Call, row: WorkspaceRow): Response {
  const found = world.tables.users
    .filter(({ userId }) => row.userIds.includes(userId))
    .toSorted((a, b) =>
      searchKeys(a.userName, a.email) < searchKeys(b.userName, b.email) ? -1 : 1,
    )
    .map(({ userId, userName, email, status }) => ({ userId, userName, email, status }));
  return HttpResponse.json({ members: found }, { headers: { etag: `"${row.version}"` } });
}

function refuseTakenName({ world, user }: Call, name: string, self?: WorkspaceRow): void {
  const taken = world.tables.workspaces.some(
    (other) =>
      other !== self &&
      other.organizationId === user.organizationId &&
      other.workspaceName === name,
  );
  if (taken) throw conflict("NAME_EXISTS");
}

function change(call: Call, row: WorkspaceRow, changes: Partial<WorkspaceRow>): void {
  Object.assign(row, changes, { version: row.version + 1, updatedAt: call.at });
  tell(call, row, "updated");
}

function tell({ world }: Call, row: WorkspaceRow, type: "created" | "updated" | "deleted"): void {
  announce(world, "workspaces", { ...row, id: row.workspaceId }, type);
}
