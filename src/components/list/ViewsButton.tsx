import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { app } from "../../i18n/ja/app.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";

const ViewsDialog = lazyDialog(async () => (await import("../views/ViewsDialog.tsx")).ViewsDialog);

export function ViewsButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {app.table.views}
      </Button>
      {open ? (
        <Suspense>
          <ViewsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
