import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useCreatePath, useResourceContext } from "react-admin";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";
import { useRoomForRight } from "../display/useRoomForRight.ts";

interface CreateLinkProps {
  /** Default: the resource of the page. */
  resource?: string;
  label: TextKey;
  icon?: ReactNode;
}

export function CreateLink({ label, icon = <AddIcon />, ...props }: CreateLinkProps) {
  const resource = useResourceContext(props) ?? "";
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { isRefused, room } = useRoomForRight({ resource, action: "create" });
  if (isRefused) return null;
  return (
    <Button
      variant="contained"
      startIcon={icon}
      {...room}
      component={LinkBase}
      to={createPath({ resource, type: "create" })}
    >
      {translate(label)}
    </Button>
  );
}
