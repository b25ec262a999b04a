import Button from "@mui/material/Button";
import { LinkBase, useCanAccess } from "react-admin";
import { useTranslate } from "../../i18n/translate.ts";

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
