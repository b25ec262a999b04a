import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useListContext, useTranslate } from "react-admin";
import type { FileKey } from "../../providers/api.ts";
import { lazyDialog } from "../load/lazyScreen.tsx";

const CsvDialog = lazyDialog(async () => (await import("./CsvDialog.tsx")).CsvDialog);

/** Downloads what the list's filters select, in its order. */
export function CsvButton({ endpoint }: { endpoint: FileKey }) {
  const translate = useTranslate();
  const { total } = useListContext();
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
        {translate("app.csv.download")}
      </Button>
      {downloading ? (
        <Suspense>
          <CsvDialog endpoint={endpoint} onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
