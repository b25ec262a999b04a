import Button from "@mui/material/Button";
import { LinkBase, useTranslate } from "react-admin";

export function PreviewLink() {
  const translate = useTranslate();
  return (
    <Button variant="outlined" color="secondary" component={LinkBase} to="/dictionaries/preview">
      {translate("resources.preview.name")}
    </Button>
  );
}
