import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { LinkBase, useCanAccess, useCreatePath, useGetList, useTranslate } from "react-admin";
import { ActionButton } from "../../components/display/ActionButton.tsx";
import { lazyDialog } from "../../components/load/lazyScreen.tsx";
import { membersPath } from "./paths.ts";
import type { WorkspaceRecord } from "./workspaceRecord.ts";

const DeleteDialog = lazyDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog);

const ONE = { pagination: { page: 1, perPage: 1 } };
const UNSEEN = { visibility: "hidden" } as const;

/** The actions of an organization admin on a workspace; others see none. */
export function WorkspaceActions({ workspace }: { workspace: WorkspaceRecord }) {
  const { canAccess, isPending } = useCanAccess({ resource: "workspaces", action: "edit" });
  // Until the right is known, the invisible buttons keep their space, so that nothing jumps.
  if (!canAccess && !isPending) return null;
  return <Actions workspace={workspace} unseen={isPending} />;
}

function Actions({ workspace, unseen }: { workspace: WorkspaceRecord; unseen: boolean }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { total, isPending } = useGetList<WorkspaceRecord>("workspaces", ONE, { enabled: !unseen });
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
      {/* The last workspace cannot be deleted. If the number is unknown, the API decides. */}
      {isPending ? null : (
        <ActionButton
          reason={total === 1 ? translate("resources.workspaces.remove.last") : null}
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
