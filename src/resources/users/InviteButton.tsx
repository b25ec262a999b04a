import AddIcon from "@mui/icons-material/PersonAddOutlined";
import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useTranslate } from "ra-core";

/** Leads to the invitation, where it is one's to give; `label` is a key of the catalogue. */
export function InviteButton({ label }: { label: string }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { canAccess } = useCanAccess({ resource: "users", action: "create" });
  if (!canAccess) return null;
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      component={LinkBase}
      to={createPath({ resource: "users", type: "create" })}
    >
      {translate(label)}
    </Button>
  );
}
