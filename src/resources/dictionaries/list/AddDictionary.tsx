import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useTranslate } from "ra-core";

const UNSEEN = { visibility: "hidden" } as const;

/** 辞書を追加, for who may. Until the right is known its room is kept, so that nothing jumps. */
export function AddDictionary() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { canAccess, isPending } = useCanAccess({ resource: "dictionaries", action: "create" });
  if (!canAccess && !isPending) return null;
  return (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      style={isPending ? UNSEEN : undefined}
      component={LinkBase}
      to={createPath({ resource: "dictionaries", type: "create" })}
    >
      {translate("resources.dictionaries.list.add")}
    </Button>
  );
}
