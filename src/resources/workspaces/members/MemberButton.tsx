import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import type { MemberRecord } from "./memberChanges.ts";

/** Removes a member, or undoes an unsaved change. */
export function MemberButton({ row, onPress }: { row: MemberRecord; onPress: () => void }) {
  const translate = useTranslate();
  const key = row.change === null ? "takeOut" : "undo";
  const spoken = LABELS[row.change ?? "none"];
  return (
    <Button
      size="small"
      variant="outlined"
      color={row.change === null ? "error" : "secondary"}
      aria-label={translate(`resources.workspaces.members.${spoken}`, { name: row.userName })}
      onClick={onPress}
    >
      {translate(`resources.workspaces.members.${key}`)}
    </Button>
  );
}

const LABELS = { none: "takeOutOf", added: "undoAdd", removed: "undoTakeOut" } as const;
