import { useTranslate } from "react-admin";
import { StatusChip } from "../../components/display/StatusChip.tsx";
import { useUserProfile } from "../../providers/userProfile.ts";

export function SelectedChip({ workspaceId }: { workspaceId: number }) {
  const translate = useTranslate();
  const { lastSelectedWorkspaceId } = useUserProfile();
  if (lastSelectedWorkspaceId !== workspaceId) return null;
  return <StatusChip tone="success" label={translate("resources.workspaces.selected")} />;
}
