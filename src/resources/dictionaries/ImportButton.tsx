import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useTranslate } from "react-admin";

/** For those who may write the dictionary. */
export function ImportButton({ dictionaryId }: { dictionaryId: number }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: "dictionaries", action: "edit" });
  if (!canAccess) return null;
  return (
    <Button
      variant="outlined"
      color="secondary"
      component={LinkBase}
      to={`/dictionaries/${dictionaryId}/import`}
    >
      {translate("resources.imports.open")}
    </Button>
  );
}
