import AddIcon from "@mui/icons-material/Add";
import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { LinkBase, useCanAccess, useCreatePath, useListContext, useTranslate } from "ra-core";
import { lazy, Suspense, useState } from "react";

const CsvDialog = lazy(async () => ({ default: (await import("./CsvDialog.tsx")).CsvDialog }));

const UNSEEN = { visibility: "hidden" } as const;

export function ContractListActions() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { total } = useListContext();
  const { canAccess, isPending } = useCanAccess({ resource: "contracts", action: "create" });
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<DownloadIcon />}
        disabled={!total}
        onClick={() => setDownloading(true)}
      >
        {translate("resources.contracts.list.csv")}
      </Button>
      {/* Until the right is known its room is kept, unseen, so that nothing jumps. */}
      {canAccess || isPending ? (
        <Button
          variant="contained"
          startIcon={<AddIcon />}
          style={isPending ? UNSEEN : undefined}
          component={LinkBase}
          to={createPath({ resource: "contracts", type: "create" })}
        >
          {translate("resources.contracts.list.add")}
        </Button>
      ) : null}
      {downloading ? (
        <Suspense>
          <CsvDialog onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
