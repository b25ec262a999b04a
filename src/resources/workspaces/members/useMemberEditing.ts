import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError, useNotify, useRedirect } from "react-admin";
import { messageFor } from "../../../providers/errorMessage.ts";
import { useApi } from "../../../providers/useApi.ts";
import { effective, type MemberChanges, membersAfter, NO_CHANGES } from "./memberChanges.ts";
import { type MemberBasis, useReadMembers } from "./useMembers.ts";

const NOBODY: MemberBasis = { members: [], version: 0 };

/**
 * The members as they were when editing began, the changes to them, and how they are saved. What
 * editing starts from stands still: what others change meanwhile is told by a 412 (design 3).
 */
export function useMemberEditing(workspaceId: string) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
  const read = useReadMembers(workspaceId);
  const queryKey = ["memberEditing", workspaceId];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const basis = data ?? NOBODY;
  const [changes, change] = useState(NO_CHANGES);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [newer, setNewer] = useState<MemberBasis>();
  const { added, removed } = effective(basis.members, changes);
  const unsaved = added.length + removed.length > 0;

  async function save() {
    if (!unsaved) return notify("app.form.unchanged", { type: "info" });
    setSaving(true);
    setFailure(undefined);
    try {
      const userIds = membersAfter(basis.members, changes);
      await api("PUT /workspaces/{id}/members", {
        id: workspaceId,
        body: { userIds },
        ifMatch: basis.version,
      });
      await queryClient.invalidateQueries({ queryKey: ["workspaces"] });
      notify("resources.workspaces.notifications.updated", { type: "success" });
      redirect("show", "workspaces", workspaceId);
    } catch (refusal) {
      await explain(refusal);
      setSaving(false);
    }
  }

  async function explain(refusal: unknown) {
    const stale = refusal instanceof HttpError && refusal.status === 412;
    const current = stale ? await read().catch(setFailure) : undefined;
    if (current) setNewer(current);
    else if (!stale) setFailure(refusal);
  }

  function goOnFrom(current: MemberBasis, kept: MemberChanges) {
    queryClient.setQueryData(queryKey, current);
    change(kept);
    setNewer(undefined);
  }

  return {
    basis: data,
    error,
    changes,
    change,
    counts: { added: added.length, removed: removed.length },
    unsaved: unsaved && !saving,
    saving,
    save,
    failure,
    refusal: failure === undefined ? undefined : messageFor(failure),
    newer,
    goOnFrom,
  };
}
