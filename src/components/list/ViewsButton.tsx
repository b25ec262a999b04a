import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { useState } from "react";
import { app } from "../../i18n/ja/app.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";

const ViewsMenu = lazyDialog(async () => (await import("../views/ViewsMenu.tsx")).ViewsMenu);
const ViewsDialog = lazyDialog(async () => (await import("../views/ViewsDialog.tsx")).ViewsDialog);

/** A menu of the views of the surrounding list, from which the dialog that changes them opens. */
export function ViewsButton() {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [dialog, setDialog] = useState<"save" | "manage">();
  const close = () => setAnchor(undefined);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        endIcon={<ExpandMoreIcon />}
        // On a phone it stands in a menu, which stays open below its own.
        onClick={(event) => {
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
        onBlur={(event) => anchor && event.stopPropagation()}
      >
        {app.table.views}
      </Button>
      {anchor ? (
        <ViewsMenu
          anchor={anchor}
          onClose={close}
          onOpen={(next) => {
            close();
            setDialog(next);
          }}
        />
      ) : null}
      {dialog ? (
        <ViewsDialog saves={dialog === "save"} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}
