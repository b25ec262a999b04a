import Button from "@mui/material/Button";
import { LinkBase, useResourceContext } from "react-admin";
import { app } from "../../i18n/ja/app.ts";
import { useRoomForRight } from "../display/useRoomForRight.ts";

/** A link from a list to the import of its records, for those who may add some. */
export function ImportLink() {
  const resource = useResourceContext() ?? "";
  const { isRefused, room } = useRoomForRight({ resource, action: "create" });
  if (isRefused) return null;
  return (
    <Button
      variant="outlined"
      color="secondary"
      {...room}
      component={LinkBase}
      to={`/${resource}/import`}
    >
      {app.csv.import}
    </Button>
  );
}
