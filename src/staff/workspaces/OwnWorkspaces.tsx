import Button from "@mui/material/Button";
import { LinkBase, useCreatePath } from "react-admin";
import { can } from "../../../domain/access.ts";
import { formatNumber } from "../../../domain/text/numbers.ts";
import { Card } from "../../components/display/Card.tsx";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { workspaces as workspaceTexts } from "../../i18n/ja/resources/workspaces.ts";
import { useTabWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { useUserProfile } from "../../providers/signIn/userProfile.ts";
import styles from "./ownWorkspaces.module.css";

/** A link leads to the others. */
const MOST = 8;

export function OwnWorkspaces() {
  const createPath = useCreatePath();
  const { workspaces } = useUserProfile();
  const selected = useTabWorkspace()?.workspaceId;
  const isSelected = (id: number) => id === selected;
  const own = workspaces
    .filter(({ isMember }) => isMember)
    .toSorted((a, b) => Number(isSelected(b.workspaceId)) - Number(isSelected(a.workspaceId)));
  const count = formatNumber(workspaces.length);
  return (
    <Card title={workspaceTexts.home.title}>
      {workspaces.length === 0 ? <NoWorkspace /> : null}
      {workspaces.length > 0 && own.length === 0 ? <p>{workspaceTexts.home.noneOwn}</p> : null}
      <ul className={styles.list}>
        {own.slice(0, MOST).map(({ workspaceId, workspaceName }) => (
          <li key={workspaceId}>
            <LinkBase to={createPath({ resource: "workspaces", type: "show", id: workspaceId })}>
              {workspaceName}
            </LinkBase>
            {isSelected(workspaceId) ? (
              <StatusChip tone="success" label={workspaceTexts.selected} />
            ) : null}
          </li>
        ))}
      </ul>
      {workspaces.length > Math.min(own.length, MOST) ? (
        <LinkBase to={createPath({ resource: "workspaces", type: "list" })}>
          {workspaceTexts.home.all(count)}
        </LinkBase>
      ) : null}
    </Card>
  );
}

function NoWorkspace() {
  const createPath = useCreatePath();
  if (!can(useUserProfile(), "workspace.write")) {
    return <p>{workspaceTexts.home.none}</p>;
  }
  return (
    <>
      <p>{workspaceTexts.home.noneForAdmin}</p>
      <Button
        variant="outlined"
        component={LinkBase}
        to={createPath({ resource: "workspaces", type: "create" })}
      >
        {workspaceTexts.list.add}
      </Button>
    </>
  );
}
