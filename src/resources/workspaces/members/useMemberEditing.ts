import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { HttpError, useNotify, useRedirect } from "react-admin";
import { messageFor } from "../../../providers/errorMessage.ts";
import { useApi } from "../../../providers/useApi.ts";
import { effective, type MemberChanges, membersAfter, NO_CHANGES } from "./memberChanges.ts";
import { type MemberBasis, useReadMembers } from "./useMembers.ts";

const NOBODY: MemberBasis = { members: [], version: 0 };

/** The members at the start of the edit, and the changes. A 412 reports changes of others. */
export function useMemberEditing(workspaceId: string) {
  const { api } = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const redirect = useRedirect();
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
  const [saving, setSaving] = useState(false);
  const [saveError, setSaveError] = useState<unknown>();
  const [newer, setNewer] = useState<MemberBasis>();
  const { added, removed } = effective(basis.members, changes);
  const unsaved = added.length + removed.length > 0;

  async function save() {
    if (!unsaved) return notify("app.form.unchanged", { type: "info" });
    setSaving(true);
    setSaveError(undefined);
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
    } catch (error) {
      await explain(error);
      setSaving(false);
    }
  }

  async function explain(error: unknown) {
    const stale = error instanceof HttpError && error.status === 412;
    const current = stale ? await read().catch(setSaveError) : undefined;
    if (current) setNewer(current);
    else if (!stale) setSaveError(error);
  }

  function goOnFrom(current: MemberBasis, kept: MemberChanges) {
    queryClient.setQueryData(queryKey, current);
    change(kept);
    setNewer(undefined);
  }

  return {
    basis: data,
    loadError,
    changes,
    change,
    counts: { added: added.length, removed: removed.length },
    unsaved: unsaved && !saving,
    saving,
    save,
    saveError,
    errorMessage: saveError === undefined ? undefined : messageFor(saveError),
    newer,
    goOnFrom,
  };
}
