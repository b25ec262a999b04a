import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { LinkBase, useCanAccess, useTranslate } from "react-admin";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { isGone } from "../../../providers/answerStatus.ts";
import { membersPath } from "../paths.ts";
import { MemberTable } from "./MemberTable.tsx";
import { NO_CHANGES, rowsOf } from "./memberChanges.ts";
import { useMembers } from "./useMembers.ts";

export function MemberList({ workspaceId }: { workspaceId: number }) {
  const { data, error } = useMembers(workspaceId);
  const queryClient = useQueryClient();
  const gone = isGone(error);

  // If the members are gone, so is the workspace: the page loads it again and says so.
  useEffect(() => {
    if (gone) void queryClient.invalidateQueries({ queryKey: ["workspaces", "getOne"] });
  }, [gone, queryClient]);

  if (data)
    return (
      <MemberTable
        rows={rowsOf(data.members, NO_CHANGES)}
        empty={<EditMembers workspaceId={workspaceId} />}
      />
    );
  return error ? <LoadError error={error} /> : <LoadingState />;
}

function EditMembers({ workspaceId }: { workspaceId: number }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: "workspaces", action: "edit" });
  if (!canAccess) return null;
  return (
    <Button variant="contained" component={LinkBase} to={membersPath(workspaceId)}>
      {translate("resources.workspaces.detail.members")}
    </Button>
  );
}
