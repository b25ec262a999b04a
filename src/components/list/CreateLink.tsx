import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { LinkBase, useCreatePath, useResourceContext } from "react-admin";
import { useReservedSpace } from "../display/useReservedSpace.ts";

interface CreateLinkProps {
  /** Default: the resource of the page. */
  resource?: string;
  label: string;
  icon?: ReactNode;
}

export function CreateLink({ label, icon = <AddIcon />, ...props }: CreateLinkProps) {
  const resource = useResourceContext(props) ?? "";
  const createPath = useCreatePath();
  const { isRefused, reserved } = useReservedSpace({ resource, action: "create" });
  if (isRefused) return null;
  return (
    <Button
      variant="contained"
      startIcon={icon}
      {...reserved}
      component={LinkBase}
      to={createPath({ resource, type: "create" })}
    >
      {label}
    </Button>
  );
}
