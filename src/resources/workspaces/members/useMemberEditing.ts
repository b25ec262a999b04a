import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Identifier, useNotify } from "react-admin";
import type { WorkspaceMember } from "../../../../domain/workspaces/schemas.ts";
import { useDraft } from "../../../components/draft/useDraft.ts";
import { useLeaveTo } from "../../../components/trail/leave.ts";
import { app } from "../../../i18n/ja/app.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import { type WriteProblem, writeProblem } from "../../../writes/problem.ts";
import { savedFirst } from "../../../writes/savedFirst.ts";
import { useWrite } from "../../../writes/useWrite.ts";
import { effective, type MemberChanges, membersAfter, NO_CHANGES } from "./memberChanges.ts";

/** The members and the version of the workspace that a change starts from. */
export interface MemberBasis {
  members: readonly WorkspaceMember[];
  version: number;
}

function useReadMembers(workspaceId: Identifier) {
  const { apiWithVersion } = useApi();
  return async (context?: { signal: AbortSignal }): Promise<MemberBasis> => {
    const { content, version } = await apiWithVersion("GET /workspaces/{id}/members", {
      id: workspaceId,
      ...context,
    });
    return { members: content.members, version };
  };
}

export function useMembers(workspaceId: Identifier) {
  const read = useReadMembers(workspaceId);
  return useQuery({
    queryKey: ["workspaces", "members", workspaceId],
    queryFn: ({ signal }) => read({ signal }),
  });
}

const NOBODY: MemberBasis = { members: [], version: 0 };

/** The members at the start of the edit, and the changes. A 412 reports changes of others. */
export function useMemberEditing(workspaceId: string) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const leave = useLeaveTo();
  const read = useReadMembers(workspaceId);
  const queryKey = ["memberEditing", workspaceId];
  const { data, error: loadError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const basis = data ?? NOBODY;
  const [changes, change] = useState(NO_CHANGES);
  const draft = useDraft("workspaces.members", workspaceId);
  const { write, pending, problem, forget } = useWrite("PUT /workspaces/{id}/members", {
    changes: "workspaces",
    leaves: true,
    notice: app.form.saved,
    onWritten: () => {
      draft.end();
      leave("show", "workspaces", workspaceId);
    },
  });
  const [rereadError, setRereadError] = useState<unknown>();
  const [newer, setNewer] = useState<MemberBasis & { savedFirst: string }>();
  const { added, removed } = effective(basis.members, changes);
  const unsaved = added.length + removed.length > 0;

  async function save() {
    forget();
    if (!unsaved) return notify(app.form.unchanged, { type: "info" });
    setRereadError(undefined);
    const userIds = membersAfter(basis.members, changes);
    const { problem: failed } = await write({
      id: workspaceId,
      body: { userIds },
      ifMatch: basis.version,
    });
    if (!isStale(failed)) return;
    const current = await read().catch(setRereadError);
    if (current) setNewer({ ...current, savedFirst: savedFirst(failed?.error) });
  }

  function goOnFrom({ members, version }: MemberBasis, stored: MemberChanges) {
    queryClient.setQueryData(queryKey, { members, version });
    change(stored);
    setNewer(undefined);
  }

  const staleProblem = rereadError === undefined ? undefined : writeProblem(rereadError);
  const saveProblem = isStale(problem) ? staleProblem : problem;
  return {
    basis: data,
    loadError,
    changes,
    change,
    draft,
    counts: { added: added.length, removed: removed.length },
    unsaved: unsaved && !pending,
    saving: pending,
    save,
    saveError: saveProblem?.error,
    errorMessage: saveProblem?.message,
    newer,
    goOnFrom,
  };
}

function isStale(problem: WriteProblem | undefined): boolean {
  return problem?.answer?.code === "STALE_VERSION";
}
