import { useEffect, useEffectEvent, useRef } from "react";
import { useUserProfile } from "../../providers/userProfile.ts";
import type { useChooseWorkspace } from "./useChooseWorkspace.ts";

/** Selects the only workspace, but not in place of a lost one: then the user decides. */
export function useOnlyWorkspace(choose: ReturnType<typeof useChooseWorkspace>): void {
  const { workspaces, lastSelectedWorkspaceId } = useUserProfile();
  const hadOne = useRef(false);
  const only = workspaces.length === 1 ? workspaces[0] : undefined;

  const decide = useEffectEvent(() => {
    if (lastSelectedWorkspaceId) hadOne.current = true;
    else if (only && !hadOne.current) void choose(only);
  });

  const onlyId = only?.workspaceId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say when to decide, not what
  useEffect(() => decide(), [onlyId, lastSelectedWorkspaceId]);
}
