import { useLocation, useNavigate } from "react-router";
import type { UserProfile } from "../../../domain/users/schemas.ts";
import { createStore, useStored } from "../store.ts";
import { userProfile, useUserProfile } from "./userProfile.ts";

export type WorkspaceReference = UserProfile["workspaces"][number];

/** The search parameter of the pages of the staff area that names the workspace of their tab. */
const PARAMETER = "workspace";

/** The id of the workspace that an address names, or null. */
export function namedWorkspace(search: string): number | null {
  const value = new URLSearchParams(search).get(PARAMETER) ?? "";
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** The search of an address, with another workspace or, for null, without one. */
export function withWorkspace(search: string, id: number | null): string {
  const parameters = new URLSearchParams(search);
  if (id === null) parameters.delete(PARAMETER);
  else parameters.set(PARAMETER, String(id));
  const written = parameters.toString();
  return written ? `?${written}` : "";
}

/**
 * Whether an address is that of a list without conditions. To react-admin any search is conditions,
 * and none means those of before, which the list then writes into its address.
 */
export function isBareList({ pathname, search }: { pathname?: string; search?: string }): boolean {
  return !search && /^\/[^/]+\/?$/.test(pathname ?? "");
}

/** The id of the workspace of this tab; null until one is known. */
export const tabWorkspace = createStore<number | null>(null);

/**
 * The workspace of this tab, or the one that the user chose last (docs/product/people.md#workspaces).
 * Null if the user has neither.
 */
export function useTabWorkspace(): WorkspaceReference | null {
  const tab = useStored(tabWorkspace);
  const { workspaces, lastSelectedWorkspaceId } = useUserProfile();
  const byId = (id: number | null) => workspaces.find((each) => each.workspaceId === id);
  return byId(tab) ?? byId(lastSelectedWorkspaceId) ?? null;
}

/** Changes the workspace of this tab, also in its address, which may be another one since the render. */
export function useShowWorkspace(): (id: number | null) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (id) => {
    tabWorkspace.set(id);
    const { search, hash } = window.location;
    void navigate({ search: withWorkspace(search, id), hash }, { replace: true, state });
  };
}

const deletedHere = new Set<number>();

/** Whether the user deleted this workspace in this tab, who needs no notice that it was deleted. */
export const isDeletedHere = (id: number): boolean => deletedHere.has(id);

/** Removes a workspace that the user has just deleted from their profile. */
export function forgetWorkspace(id: number): void {
  deletedHere.add(id);
  const { workspaces, lastSelectedWorkspaceId, lastSelectedWorkspaceName, ...rest } =
    userProfile.get();
  const isLast = lastSelectedWorkspaceId === id;
  userProfile.set({
    ...rest,
    workspaces: workspaces.filter(({ workspaceId }) => workspaceId !== id),
    lastSelectedWorkspaceId: isLast ? null : lastSelectedWorkspaceId,
    lastSelectedWorkspaceName: isLast ? null : lastSelectedWorkspaceName,
  });
}
