import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useCanAccess, useCreatePath, useResourceContext } from "react-admin";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";

const UNSEEN = { visibility: "hidden" } as const;

interface CreateLinkProps {
  /** Default: the resource of the page. */
  resource?: string;
  label: TextKey;
  icon?: ReactNode;
}

/** Its space is reserved until the rights are known, so that the page does not jump. */
export function CreateLink({ label, icon = <AddIcon />, ...props }: CreateLinkProps) {
  const resource = useResourceContext(props) ?? "";
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { canAccess, isPending } = useCanAccess({ resource, action: "create" });
  if (!canAccess && !isPending) return null;
  return (
    <Button
      variant="contained"
      startIcon={icon}
      style={isPending ? UNSEEN : undefined}
      component={LinkBase}
      to={createPath({ resource, type: "create" })}
    >
      {translate(label)}
    </Button>
  );
}
