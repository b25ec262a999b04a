import { HttpResponse, http } from "msw";
import type { setupServer } from "msw/node";
import type { UserProfile } from "../../../domain/users.ts";
import type { Workspace, WorkspaceMember } from "../../../domain/workspaces.ts";
import { NO_PROFILE } from "../../../src/providers/userProfile.ts";
import { aUser } from "../../support/records.ts";
import { problem } from "../contracts/contractApi.ts";

const api = "/api/v1";

export const organizationAdmin = {
  ...NO_PROFILE,
  userId: "admin",
  userName: "鈴木 一郎",
  email: "orgadmin@example.com",
  organizationId: 1,
  isOrganizationAdmin: true,
} satisfies UserProfile;

export const staff = { ...organizationAdmin, userId: "staff", isOrganizationAdmin: false };

export function aWorkspace(given: Partial<Workspace> = {}): Workspace {
  return {
    workspaceId: 1,
    organizationId: 1,
    workspaceName: "営業部",
    memberCount: 2,
    version: 3,
    createdAt: "2026-03-20T01:00:00.000Z",
    updatedAt: "2026-04-02T00:05:00.000Z",
    ...given,
  };
}

export function aMember(userName: string, given: Partial<WorkspaceMember> = {}): WorkspaceMember {
  return {
    userId: userName,
    userName,
    email: `${userName}@example.com`,
    status: "ACTIVE",
    ...given,
  };
}

export const referTo = (...workspaces: readonly Workspace[]): UserProfile["workspaces"] =>
  workspaces.map(({ workspaceId, workspaceName }) => ({ workspaceId, workspaceName }));

interface World {
  profile: UserProfile;
  workspaces: Workspace[];
  /** Of every workspace. */
  members: WorkspaceMember[];
  people: readonly WorkspaceMember[];
}

/**
 * The staff API of an organization with some workspaces. What it holds can be changed behind the
 * screen's back; answers what was sent to write and what people were looked for.
 */
export function workspaceApi(server: ReturnType<typeof setupServer>, given: Partial<World> = {}) {
  const world: World = {
    profile: organizationAdmin,
    workspaces: [],
    members: [],
    people: [],
    ...given,
  };
  const sent: { method: string; path: string; ifMatch: string | null; body: unknown }[] = [];
  const lookedFor: string[] = [];
  const received = async (request: Request) => {
    const text = await request.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    const path = new URL(request.url).pathname.replace(api, "");
    sent.push({ method: request.method, path, ifMatch: request.headers.get("if-match"), body });
    return Object(body);
  };
  const find = (id: unknown) =>
    world.workspaces.find(({ workspaceId }) => String(workspaceId) === String(id));
  const notFound = () => problem(404, "NOT_FOUND", "該当データが見つかりませんでした。");
  const answer = (workspace: Workspace | undefined, body?: object) =>
    workspace
      ? HttpResponse.json(body ?? workspace, { headers: { etag: `"${workspace.version}"` } })
      : notFound();
  const refused = (request: Request, workspace: Workspace | undefined) => {
    if (!workspace) return notFound();
    if (request.headers.get("if-match") === `"${workspace.version}"`) return undefined;
    return problem(
      412,
      "STALE_VERSION",
      "他の利用者が先に更新したため、保存できませんでした。最新の内容を確認してください。",
      { current: workspace },
    );
  };
  const change = (id: unknown, changes: Partial<Workspace>) => {
    world.workspaces = world.workspaces.map((each) =>
      String(each.workspaceId) === String(id)
        ? { ...each, ...changes, version: each.version + 1 }
        : each,
    );
    return find(id);
  };
  const page = (content: readonly object[], size = content.length) =>
    HttpResponse.json({ content: content.slice(0, size), totalElements: content.length });

  server.use(
    http.get(`${api}/users/me`, () => HttpResponse.json(world.profile)),
    http.patch(`${api}/users/me`, async ({ request }) => {
      const { lastSelectedWorkspaceId: id } = await received(request);
      const chosen = world.profile.workspaces.find(({ workspaceId }) => workspaceId === id);
      world.profile = {
        ...world.profile,
        lastSelectedWorkspaceId: chosen?.workspaceId ?? null,
        lastSelectedWorkspaceName: chosen?.workspaceName ?? null,
      };
      return HttpResponse.json(world.profile);
    }),
    http.get(`${api}/contracts/limits`, () =>
      HttpResponse.json({ remainingCount: 3, remainingMinutes: 525 }),
    ),
    http.get(`${api}/contracts`, () => page([])),
    http.get(`${api}/dictionaries`, () => page([])),
    http.get(`${api}/users`, ({ request }) => {
      lookedFor.push(new URL(request.url).searchParams.get("q") ?? "");
      return page(world.people.map((person) => aUser(person)));
    }),
    http.get(`${api}/workspaces`, ({ request }) =>
      page(world.workspaces, Number(new URL(request.url).searchParams.get("size"))),
    ),
    http.post(`${api}/workspaces`, async ({ request }) => {
      const workspace = aWorkspace({
        workspaceId: 9,
        memberCount: 0,
        ...(await received(request)),
      });
      world.workspaces = [...world.workspaces, workspace];
      return HttpResponse.json(workspace, { status: 201 });
    }),
    http.get(`${api}/workspaces/:id`, ({ params }) => answer(find(params.id))),
    http.patch(`${api}/workspaces/:id`, async ({ request, params }) => {
      const changes = await received(request);
      return refused(request, find(params.id)) ?? answer(change(params.id, changes));
    }),
    http.delete(`${api}/workspaces/:id`, async ({ request, params }) => {
      await received(request);
      const workspace = find(params.id);
      const refusal = refused(request, workspace);
      if (refusal) return refusal;
      world.workspaces = world.workspaces.filter((each) => each !== workspace);
      return answer(workspace);
    }),
    http.get(`${api}/workspaces/:id/members`, ({ params }) =>
      answer(find(params.id), { members: world.members }),
    ),
    http.put(`${api}/workspaces/:id/members`, async ({ request, params }) => {
      const { userIds } = await received(request);
      const refusal = refused(request, find(params.id));
      if (refusal) return refusal;
      const known = [...world.members, ...world.people];
      world.members = userIds.map((id: string) => known.find(({ userId }) => userId === id));
      const workspace = change(params.id, { memberCount: userIds.length });
      return answer(workspace, { members: world.members });
    }),
  );
  return { world, sent, lookedFor, change };
}
