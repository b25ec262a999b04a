import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useGetList, useTranslate } from "ra-core";
import { lazy, Suspense, useState } from "react";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { membersPath } from "./paths.ts";
import type { WorkspaceRow } from "./workspaceRow.ts";

const DeleteDialog = lazy(async () => ({
  default: (await import("./DeleteDialog.tsx")).DeleteDialog,
}));

const UNSEEN = { visibility: "hidden" } as const;

/** What an organization admin can do with a workspace; nothing is offered to others. */
export function WorkspaceActions({ workspace }: { workspace: WorkspaceRow }) {
  const { canAccess, isPending } = useCanAccess({ resource: "workspaces", action: "edit" });
  // Until the right is known the buttons keep their room, unseen, so that nothing jumps.
  if (!canAccess && !isPending) return null;
  return <Actions workspace={workspace} unseen={isPending} />;
}

function Actions({ workspace, unseen }: { workspace: WorkspaceRow; unseen: boolean }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const isLast = useIsLast(!unseen);
  const [deleting, setDeleting] = useState(false);
  const hidden = unseen ? { style: UNSEEN } : {};
  const label = (action: string) => translate(`resources.workspaces.detail.${action}`);
  return (
    <>
      <Button variant="contained" component={LinkBase} to={membersPath(workspace.id)} {...hidden}>
        {label("members")}
      </Button>
      <Button
        variant="outlined"
        color="secondary"
        component={LinkBase}
        to={createPath({ resource: "workspaces", type: "edit", id: workspace.id })}
        {...hidden}
      >
        {label("rename")}
      </Button>
      {unseen ? null : (
        <ActionButton
          reason={isLast ? translate("resources.workspaces.remove.last") : null}
          onClick={() => setDeleting(true)}
          danger
        >
          {label("remove")}
        </ActionButton>
      )}
      {deleting ? (
        <Suspense>
          <DeleteDialog workspace={workspace} onClose={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

const ONE = { pagination: { page: 1, perPage: 1 } };

/** Whether the organization has no other workspace; the API refuses to delete that one (design 3). */
function useIsLast(enabled: boolean): boolean {
  const { total } = useGetList<WorkspaceRow>("workspaces", ONE, { enabled });
  return total === 1;
}
