import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useCanAccess, useTranslate } from "react-admin";
import { lazyDialog } from "../../../components/load/lazyScreen.tsx";
import type { ContractRecord } from "../contractRecord.ts";

const AdjustDialog = lazyDialog(async () => (await import("./AdjustDialog.tsx")).AdjustDialog);

export function AdjustButton({ contract, today }: { contract: ContractRecord; today: string }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: "contracts", action: "edit" });
  const [open, setOpen] = useState(false);
  if (!canAccess) return null;
  return (
    <>
      <Button variant="outlined" color="secondary" onClick={() => setOpen(true)}>
        {translate("resources.contracts.adjust.open")}
      </Button>
      {open ? (
        <Suspense>
          <AdjustDialog contract={contract} today={today} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
