import DownloadIcon from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { useTranslate } from "react-admin";
import { lazyDialog } from "../load/lazyScreen.tsx";
import type { FileSelection } from "./useDownload.ts";

const CsvDialog = lazyDialog(async () => (await import("./CsvDialog.tsx")).CsvDialog);

interface CsvDownloadProps extends FileSelection {
  /** A key of the catalogue. */
  label?: string;
}

/** A button that downloads a file, and its dialog with the progress. */
export function CsvDownload({ label = "app.csv.download", ...file }: CsvDownloadProps) {
  const translate = useTranslate();
  const [downloading, setDownloading] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="secondary"
        startIcon={<DownloadIcon />}
        disabled={file.total === 0}
        onClick={() => setDownloading(true)}
      >
        {translate(label)}
      </Button>
      {downloading ? (
        <Suspense>
          <CsvDialog file={file} onClose={() => setDownloading(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
