import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { app } from "../../i18n/ja/app.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";
import type { NamedColumn } from "./column.ts";
import styles from "./ListPage.module.css";

const ColumnsDialog = lazyDialog(
  async () => (await import("../views/ColumnsDialog.tsx")).ColumnsDialog,
);

interface ColumnsButtonProps {
  columns: readonly NamedColumn[];
}

export function ColumnsButton({ columns }: ColumnsButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        className={styles.columns}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {app.table.columns}
      </Button>
      {open ? (
        <Suspense>
          <ColumnsDialog columns={columns} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
