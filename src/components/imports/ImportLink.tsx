import Button from "@mui/material/Button";
import { LinkBase, useResourceContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { useReservedSpace } from "../display/useReservedSpace.ts";

/** A link from a list to the import of its records, for those who may add some. */
export function ImportLink() {
  const resource = useResourceContext() ?? "";
  const { isRefused, reserved } = useReservedSpace({ resource, action: "create" });
  if (isRefused) return null;
  return (
    <Button
      variant="outlined"
      color="secondary"
      {...reserved}
      component={LinkBase}
      to={`/${resource}/import`}
    >
      {app.csv.import}
    </Button>
  );
}
